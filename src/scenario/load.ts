import { readFileSync } from 'node:fs';
import { ProbeError } from '../errors.ts';
import { checkLimited } from './file/build/limit.ts';
import { build } from './file/build/scenario.ts';
import { decodeText, parseYaml, plainValue, type YamlFile } from './file/document.ts';
import { FileCheck } from './file/file-check.ts';
import { schemaMistakes } from './file/issues.ts';
import { keepTextAsWritten, lint } from './file/lint.ts';
import { type RawScenario, scenarioSchema } from './file/schema.ts';
import { assemble } from './parts/assemble.ts';
import { type Overrides, override } from './parts/overrides.ts';
import type { Scenario } from './scenario.ts';
import { mergeVariables } from './text/var-values.ts';
import { type Environment, Variables, type VariableValue } from './text/variables.ts';

export interface LoadOptions {
  readonly env: Environment;
  /** Laid over the variables of the file. */
  readonly vars?: Readonly<Record<string, VariableValue>>;
  /** Names of variables or environment values that are secret. */
  readonly secrets?: readonly string[];
  readonly overrides?: Overrides;
}

/** Reads a scenario file. Throws a ProbeError with the place of the first mistake. */
export function loadScenario(path: string, options: LoadOptions): Scenario {
  return parseScenario(decodeText(readBytes(path), path, 'scenario'), path, options);
}

/** Reads the text of a scenario file; `file` names it in errors, and `bodyFile` is relative to it. */
export function parseScenario(text: string, file: string, options: LoadOptions): Scenario {
  const yaml = parseYaml(text, file, 'scenario');
  const check = new FileCheck(yaml);
  const raw = checkedShape(yaml, check);
  const vars = mergeVariables(raw.vars ?? {}, options.vars ?? {});
  const context = {
    file,
    variables: new Variables(vars, options.env, Object.keys(raw.vars ?? {})),
    environment: options.env,
    secretNames: options.secrets ?? [],
    check,
  };
  const draft = build(raw, context);
  if (options.overrides?.limit === undefined) checkLimited(raw, draft, check);
  check.settle();
  return override(assemble(draft, check), options.overrides ?? {});
}

function checkedShape(yaml: YamlFile, check: FileCheck): RawScenario {
  for (const { offset, mistake } of lint(yaml.document, yaml.text)) check.noteAt(offset, mistake);
  keepTextAsWritten(yaml.document);
  const plain = plainValue(yaml, 'scenario');
  if (plain === null || plain === undefined) throw empty(yaml.file);
  const parsed = scenarioSchema.safeParse(plain);
  if (parsed.success) {
    check.settle();
    return parsed.data;
  }
  for (const { path, part, mistake } of schemaMistakes(parsed.error.issues, plain)) check.note(path, part, mistake);
  check.settle();
  throw parsed.error;
}

function empty(file: string): ProbeError {
  return new ProbeError('scenario', 'the file is empty', {
    place: { file, line: 1, column: 1 },
    mend: 'a scenario begins with version: 1',
  });
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ProbeError('file', `cannot read ${path}: ${why}`, {
      mend: 'give the path of a scenario file that can be read',
    });
  }
}
