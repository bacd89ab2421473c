import type { Spoil } from './execution.ts';
import { type Random, randomFrom } from './random.ts';
import { type Answer, type Call, NO, no, type Service, YES, yes } from './service.ts';
import type { World } from './world.ts';

type Fault = (inner: Service, call: Call, now: number) => Answer;

const NUMBER = /^-?\d+$/;
/** Of a second call, which no answer of the first is kept for. */
const anew = (call: Call): Call => ({ ...call, intent: null });

const FAULTS: Readonly<Record<string, Fault>> = {
  'says yes and does nothing': (_, { does }) => yes(does),
  'does it twice': (inner, call, now) => {
    inner(anew(call), now);
    return inner(call, now);
  },
  'says yes to whom it turned away': (inner, call, now) => {
    const answer = inner(call, now);
    return answer.status === NO ? yes('let in') : answer;
  },
  'says no and does it': (inner, call, now) => {
    const answer = inner(call, now);
    return answer.status === YES ? no('refused') : answer;
  },
  'says no for no reason': () => no('refused'),
  'forgets that it was asked before': (inner, call, now) => inner(anew(call), now),
};

/** A service that is wrong in one way, now and then. */
export const spoilt = (seed: number): Spoil => {
  const random = randomFrom(seed ^ 0x2545f491);
  const [, fault] = random.pick(Object.entries(FAULTS)) as [string, Fault];
  const share = random.pick([10, 30, 100]);
  return (service, world) => wrongAtTimes(service, fault, share, random, world);
};

function wrongAtTimes(service: Service, fault: Fault, share: number, random: Random, { asked }: World): Service {
  const lagging = random.percent(15);
  let last: Answer | null = null;
  return (call, now) => {
    if (call.does === 'write') return random.percent(share) ? fault(service, call, now) : service(call, now);
    const answer = service(call, now);
    if (call.does !== 'read' || answer.value === null || !NUMBER.test(answer.value)) return answer;
    const shown = lagging && asked.adds === 0 && last !== null && random.percent(20) ? last : answer;
    last = answer;
    return shown;
  };
}
