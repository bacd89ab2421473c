import { isProbeError } from '../errors.ts';
import type { SetupStep } from '../plan/plan.ts';
import { render, roundValues, type Values, writeValues } from '../plan/render.ts';
import type { Context } from './context.ts';
import { within } from './outcome.ts';
import { take } from './take.ts';

export type SetupResult = { readonly taken: Values } | { readonly failed: string };

/** Runs the setup of a round, step by step; what it takes is there for the steps after it. */
export async function setUp(context: Context, round: number): Promise<SetupResult> {
  const taken: Record<string, string | number | boolean> = {};
  for (const [i, step] of context.plan.setup.entries()) {
    const failed = await runStep(context, round, step, taken);
    if (failed !== null)
      return { failed: `setup step ${i + 1} (${step.request.method} ${step.request.url}): ${failed}` };
  }
  const unfit = unfitFor(() => {
    render(context.plan.write.request, writeValues(context.plan, round, taken, 0, 0));
    for (const reading of context.plan.readings) render(reading.request, roundValues(context.plan, round, taken));
  });
  return unfit === null ? { taken } : { failed: `what setup took does not fit its use: ${unfit}` };
}

/** What is wrong with values that came from the target, found before a write needs them; null: nothing. */
function unfitFor(rendering: () => void): string | null {
  try {
    rendering();
    return null;
  } catch (error) {
    if (isProbeError(error)) return error.message;
    throw error;
  }
}

/** What went wrong, or null; adds to `taken`. */
async function runStep(
  context: Context,
  round: number,
  step: SetupStep,
  taken: Record<string, string | number | boolean>,
): Promise<string | null> {
  const values = roundValues(context.plan, round, taken);
  const unfit = unfitFor(() => render(step.request, values));
  if (unfit !== null) return unfit;
  const { answer, failure } = await context.target.send(render(step.request, values));
  if (answer === null) return failure?.message ?? 'no answer';
  if (!within(step.expect, answer.status)) return `answered ${answer.status}`;
  for (const [name, selector] of Object.entries(step.take)) {
    const found = take(selector, answer);
    if ('missing' in found) return `nothing to take for ${name}: ${found.missing}`;
    const [node] = found.found;
    if (node === undefined || found.found.length > 1)
      return `${found.found.length} values to take for ${name}, not one`;
    taken[name] = node.value;
  }
  return null;
}
