import type { Random } from './random.ts';
import { type Answer, type Call, Kept, no, type Service, yes } from './service.ts';
import { stockOf } from './stock.ts';
import { windowOf } from './windows.ts';
import type { World } from './world.ts';

/** The service that a world is about, right by construction. */
export function serviceOf(world: World, random: Random): Service {
  if (world.object === 'quota') return answeringAgain(quotaOf(world, random), random);
  if (world.object === 'reservation') return answeringAgain(stockOf(world), random);
  return answeringAgain(counterOf(world), random);
}

/** One number for each key: every write that is let in moves it by a step. */
function counterOf({ initial, asked }: World): Service {
  const numbers = new Kept(() => ({ steps: 0 }));
  const shown = (steps: number): string => String(initial + steps);
  return ({ does, key }) => {
    const number = numbers.at(key);
    if (does === 'read') {
      const before = shown(number.steps);
      number.steps += asked.adds;
      return yes('number', asked.showsOwn ? shown(number.steps) : before);
    }
    if (does === 'setup') number.steps = 0;
    if (does !== 'write') return yes(does);
    number.steps += 1;
    return yes(`done ${number.steps}`, shown(number.steps));
  };
}

function quotaOf(world: World, random: Random): Service {
  const { limit, usedBefore, asked } = world;
  if (world.windowNs > 0) return windowOf(world, random);
  const used = new Kept(() => ({ by: usedBefore }));
  const placeOf = ({ key, identity }: Call): string => (asked.per === 'identity' ? `${key} ${identity}` : key);
  return (call) => {
    const { does, key } = call;
    const place = used.at(placeOf(call));
    if (does === 'read') return yes('number', String(asked.step === '-1' ? limit - place.by : place.by));
    if (does === 'setup' || does === 'turn') {
      used.clear((name) => name === key || name.startsWith(`${key} `));
      used.at(placeOf(call)).by = 0;
    }
    if (does !== 'write') return yes(does);
    if (place.by >= limit) return no('no more');
    place.by += 1;
    return yes('let in');
  };
}

/**
 * What was done once is not done again: who asks again is told what was answered then, or, while that is still under way,
 * may be told to wait.
 */
function answeringAgain(inner: Service, random: Random): Service {
  const answers = new Map<string, { readonly answer: Answer; readonly at: number }>();
  return (call, now) => {
    if (call.intent === null || call.does !== 'write') return inner(call, now);
    const name = `${call.key} ${call.intent}`;
    const known = answers.get(name);
    if (known !== undefined && known.answer.status === 200)
      return now < known.at && random.percent(30) ? no('under way') : known.answer;
    const answer = inner(call, now);
    answers.set(name, { answer, at: call.answeredAt });
    return answer;
  };
}
