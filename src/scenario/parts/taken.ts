import type { SetupSpec, WriteSpec } from '../scenario.ts';
import { BUILT_IN, RESERVED_NAMES } from '../text/builtins.ts';
import { Mistake } from '../text/mistake.ts';
import type { Scope, Variables } from '../text/variables.ts';
import type { SetupDraft, WriteDraft } from './draft.ts';
import { type RequestContext, resolveRequest } from './request.ts';

export interface Steps {
  readonly steps: readonly SetupSpec[];
  /** The scope of what follows: what the steps take is known there. */
  readonly scope: Scope;
}

/** Requests one after another, each of which sees what those before it took. */
export function resolveSteps(drafts: readonly SetupDraft[], begin: Scope, context: RequestContext): Steps {
  const steps: SetupSpec[] = [];
  let scope = begin;
  for (const draft of drafts) {
    steps.push({ ...draft, request: resolveRequest(draft.request, scope, context) });
    const names = Object.keys(draft.take);
    for (const name of names) {
      const path = [...draft.request.path, 'take', name];
      context.check.attempt(path, undefined, () => checkTaken(name, context.variables), 'key');
    }
    scope = { ...scope, taken: [...scope.taken, ...names] };
  }
  return { steps, scope };
}

export function resolveWrite({ steps, request }: WriteDraft, begin: Scope, context: RequestContext): WriteSpec {
  const before = resolveSteps(steps, begin, context);
  return { steps: before.steps, request: resolveRequest(request, before.scope, context) };
}

function checkTaken(name: string, variables: Variables): void {
  if (RESERVED_NAMES.includes(name)) {
    throw new Mistake(`no value can be taken as ${name}: {{${name}}} is built in`, `built in are ${BUILT_IN}`);
  }
  if (variables.has(name)) throw new Mistake(`{{${name}}} is a variable already`, 'take the value under another name');
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) {
    throw new Mistake(
      `${JSON.stringify(name)} is not a name for a value`,
      'letters, digits, _ and -, beginning with a letter',
    );
  }
}
