import pLimit from 'p-limit';
import type { Plan } from '../../plan/plan.ts';
import { roundValues, type Values, writeValues } from '../../plan/render.ts';
import { Client } from '../client.ts';
import type { Context } from '../context.ts';
import { doSteps, tried } from '../steps.ts';

/** Identities that are set up side by side. */
const IDENTITIES_AT_ONCE = 8;

export interface Clients {
  readonly common: Client;
  readonly identities: readonly Client[];
  readonly taken: Values;
}

/** Runs the setup of a round and of its identities; what it takes is there for the steps after it. */
export async function setUp(context: Context, round: number): Promise<Clients | { readonly failed: string }> {
  const { plan } = context;
  const common = await Client.common(plan, context.hide);
  const result = await doSteps(context, common, plan.setup, 'setup step', (taken) => roundValues(plan, round, taken));
  if ('failed' in result) return result;
  const { taken } = result;
  const limit = pLimit(IDENTITIES_AT_ONCE);
  const made = await Promise.all(
    Array.from({ length: plan.identities?.count ?? 0 }, (_, number) =>
      limit(() => identityOf(context, round, taken, number)),
    ),
  );
  const identities = made.flatMap((one) => ('failed' in one ? [] : [one]));
  const failed = made.find((one) => 'failed' in one);
  const unfit = failed?.failed ?? unfitOf(plan, round, { common, identities, taken });
  return unfit === null ? { common, identities, taken } : { failed: unfit };
}

async function identityOf(
  context: Context,
  round: number,
  taken: Values,
  number: number,
): Promise<Client | { readonly failed: string }> {
  const { plan } = context;
  const client = await Client.identity(plan, number, context.hide);
  const result = await doSteps(context, client, plan.identities?.setup ?? [], `identity ${number}, setup step`, (own) =>
    roundValues(plan, round, { ...taken, ...own }, number),
  );
  if ('failed' in result) return result;
  client.begin(result.taken);
  return client;
}

/** What is wrong with what setup took, told before a write needs it; null: nothing, or more is to be taken until then. */
function unfitOf(plan: Plan, round: number, { common, identities, taken }: Clients): string | null {
  if (plan.write.steps.length > 0 || plan.phases.some(({ how }) => how.kind === 'request')) return null;
  const client = identities[0] ?? common;
  const first = { phaseIndex: 0, i: 0, identity: client.identity };
  const calls = [
    () => client.call(plan.write.request, writeValues(plan, round, { ...taken, ...client.taken }, first)),
    ...plan.readings.map(
      ({ request }) =>
        () =>
          common.call(request, roundValues(plan, round, taken)),
    ),
  ];
  for (const call of calls) {
    const made = tried(call);
    if ('unfit' in made) return `what setup took does not fit its use: ${made.unfit}`;
  }
  return null;
}
