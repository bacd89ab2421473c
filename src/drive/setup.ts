import type { SetupStep } from '../plan/plan.ts';
import { render, roundValues, type Values } from '../plan/render.ts';
import type { Context } from './context.ts';
import { within } from './outcome.ts';
import { take } from './take.ts';

export type SetupResult = { readonly taken: Values } | { readonly failed: string };

/** Runs the setup of a round, step by step; what it takes is there for the steps after it. */
export async function setUp(context: Context, round: number): Promise<SetupResult> {
  const taken: Record<string, string> = {};
  for (const [i, step] of context.plan.setup.entries()) {
    const failed = await runStep(context, round, step, taken);
    if (failed !== null)
      return { failed: `setup step ${i + 1} (${step.request.method} ${step.request.url}): ${failed}` };
  }
  return { taken };
}

/** What went wrong, or null; adds to `taken`. */
async function runStep(
  context: Context,
  round: number,
  step: SetupStep,
  taken: Record<string, string>,
): Promise<string | null> {
  const exchange = await context.target.send(render(step.request, roundValues(context.plan, round, taken)));
  const { answer, failure } = exchange;
  if (answer === null) return failure?.message ?? 'no answer';
  if (!within(step.expect, answer.status)) return `answered ${answer.status}`;
  for (const [name, selector] of Object.entries(step.take)) {
    const found = take(selector, answer);
    if ('missing' in found) return `nothing to take for ${name}: ${found.missing}`;
    const [node] = found.found;
    if (node === undefined || found.found.length > 1)
      return `${found.found.length} values to take for ${name}, not one`;
    taken[name] = node.text;
  }
  return null;
}
