import type { Alarm } from './alarms.ts';
import { judged } from './alarms.ts';
import { type Execution, executionOf, type Spoil } from './execution.ts';
import { type Random, randomFrom } from './random.ts';
import { type Answer, type Call, type Service, yes } from './service.ts';
import { shown } from './shown.ts';
import type { World } from './world.ts';

/** What is said where a write was acknowledged and is not there. */
const LOSS: ReadonlySet<string> = new Set(['CP101', 'CP115']);

interface Pending {
  readonly call: Call;
  readonly at: number;
}

/** A write that was not applied yet, and numbers that were shown before. */
class Delays {
  readonly #pending: Pending[] = [];
  readonly #shown = new Map<string, { readonly at: number; readonly answer: Answer }[]>();
  #inner: Service | null = null;
  #keys = new Set<string>();

  /** A service that keeps every write, applies some of them late, and shows an old number now and then. */
  readonly spoil =
    (random: Random): Spoil =>
    (service, { slowNs, settleNs }) => {
      this.#inner = service;
      const [writes, reads] = [random.pick([0, 5, 20]), random.pick([0, 10, 40])];
      const longest = random.pick([2 * slowNs, settleNs, 3 * settleNs]);
      return (call, now) => {
        this.#apply(now);
        this.#keys.add(call.key);
        if (call.does === 'read')
          return this.#look(call, now - (random.percent(reads) ? random.int(0, longest) : 0), now);
        if (call.does !== 'write' || call.intent !== null || !random.percent(writes)) return service(call, now);
        this.#pending.push({ call, at: now + random.int(0, longest) });
        return yes('taken');
      };
    };

  /** What each key came to, when all is applied. */
  ends(): ReadonlyMap<string, string> {
    this.#apply(Number.POSITIVE_INFINITY);
    const read = (key: string): string => this.#ask({ ...LOOK, key }, 0).value ?? '';
    return new Map([...this.#keys].map((key) => [key, read(key)]));
  }

  #look(call: Call, seenAt: number, now: number): Answer {
    const all = this.#shown.get(call.key) ?? [];
    this.#shown.set(call.key, all);
    const answer = this.#ask(call, now);
    all.push({ at: now, answer });
    return all.findLast(({ at }) => at <= seenAt)?.answer ?? answer;
  }

  #apply(now: number): void {
    this.#pending.sort((a, b) => b.at - a.at);
    for (let last = this.#pending.at(-1); last !== undefined && last.at <= now; last = this.#pending.at(-1)) {
      this.#pending.pop();
      this.#ask(last.call, last.at);
    }
  }

  #ask(call: Call, now: number): Answer {
    if (this.#inner === null) throw new Error('no service is delayed yet');
    return this.#inner(call, now);
  }
}

const LOOK: Omit<Call, 'key'> = { does: 'read', identity: 0, intent: null, things: [], hold: null, answeredAt: 0 };

/** Counters that count nothing but writes, and are not told of in the answers to them. */
const isPlain = ({ object, asked, setup, keys }: World): boolean =>
  object === 'counter' &&
  asked.adds === 0 &&
  !asked.returns &&
  !asked.expect.unique &&
  !setup &&
  keys === 1 &&
  asked.readings.length > 0;

/** Whether what was read last of every key is all that was ever applied. */
function isAllThere({ world, history }: Execution, ends: ReadonlyMap<string, string>): boolean {
  const trueTime = (machine: string | undefined, at: number): number =>
    at - (world.offsetsNs[Number(machine?.replace('machine-', '') ?? 0)] ?? 0);
  return [...ends].every(([key, value]) => {
    const reads = history.operations
      .filter((one) => one.f === 'read' && one.key === key && one.outcome === 'ok')
      .toSorted((a, b) => trueTime(a.machine, a.complete ?? 0) - trueTime(b.machine, b.complete ?? 0));
    return reads.at(-1)?.value === value;
  });
}

/** What became of runs against services that lose nothing, though some of it comes late. */
export interface Delayed {
  /** Runs in which the last number showed all there was. */
  readonly complete: number;
  /** Of these, those in which not every number at rest was right. */
  readonly found: number;
  /** A few in which it is said that something was lost. */
  readonly accused: readonly Alarm[];
}

export function delayedAmong(from: number, seeds: number, most = 3): Delayed {
  const accused: Alarm[] = [];
  let [complete, found] = [0, 0];
  for (let seed = from; seed < from + seeds && accused.length < most; seed++) {
    const delays = new Delays();
    let isSuited = false;
    const execution = executionOf(seed, (service, world) => {
      isSuited = isPlain(world);
      return isSuited ? delays.spoil(randomFrom(seed ^ 0x1b873593))(service, world) : service;
    });
    if (!isSuited || !isAllThere(execution, delays.ends())) continue;
    complete += 1;
    const result = judged(execution);
    if (result.verdict !== 'pass') found += 1;
    const codes = result.findings.map(({ code }) => code).filter((code) => LOSS.has(code));
    if (codes.length > 0) accused.push({ seed, codes, told: shown(execution, result) });
  }
  return { complete, found, accused };
}
