import { isProbeError } from '../errors.ts';
import type { SetupStep } from '../plan/plan.ts';
import type { Values } from '../plan/render.ts';
import { within } from './answer/condition.ts';
import { take } from './answer/take.ts';
import type { Client } from './client.ts';
import type { Context } from './context.ts';

export type StepsResult = { readonly taken: Values } | { readonly failed: string };

/**
 * Does steps one after another, by one client, which keeps the cookies of their answers. `valuesOf` is given what they
 * took so far. `what` they are is said of the one that fails.
 */
export async function doSteps(
  context: Context,
  client: Client,
  steps: readonly SetupStep[],
  what: string,
  valuesOf: (taken: Values) => Values,
): Promise<StepsResult> {
  const taken: Record<string, string | number | boolean> = {};
  for (const [i, step] of steps.entries()) {
    const failed = await doStep(context, client, step, taken, valuesOf);
    if (failed !== null) return { failed: `${what} ${i + 1} (${step.request.method} ${step.request.url}): ${failed}` };
  }
  return { taken };
}

/** What went wrong, or null; adds to `taken`. */
async function doStep(
  context: Context,
  client: Client,
  step: SetupStep,
  taken: Record<string, string | number | boolean>,
  valuesOf: (taken: Values) => Values,
): Promise<string | null> {
  const call = tried(() => client.call(step.request, valuesOf(taken)));
  if ('unfit' in call) return call.unfit;
  const exchange = await context.target.send(call.made);
  const { answer, failure } = exchange;
  if (answer === null) return failure?.message ?? 'no answer';
  client.keep(call.made, exchange);
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

/** What is made of values, or what is wrong with those that came from the target. */
export function tried<Made>(make: () => Made): { readonly made: Made } | { readonly unfit: string } {
  try {
    return { made: make() };
  } catch (error) {
    if (isProbeError(error)) return { unfit: error.message };
    throw error;
  }
}
