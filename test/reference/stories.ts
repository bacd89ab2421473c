import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));

/** A design as a scenario file names it: what a probe of it must find, all of one of several; empty for a right one. */
export interface Cast {
  readonly id: string;
  readonly codes: readonly (readonly string[])[];
}

export interface Story {
  readonly name: string;
  readonly path: string;
  /** What stands ahead of the scenario itself. */
  readonly comment: string;
  readonly wrong: readonly Cast[];
  readonly right: readonly Cast[];
}

/** Every scenario file, and the designs that it says are wrong and right: `# Wrong: id (CP101 or CP108), id (CP104 and CP101), …`. */
export const stories: readonly Story[] = readdirSync(folder).map((file) => {
  const comment = readFileSync(folder + file, 'utf8').split('version: 1')[0] ?? '';
  const name = file.replace('.probe.yaml', '');
  return { name, path: folder + file, comment, wrong: castOf('Wrong', comment), right: castOf('Right', comment) };
});

function castOf(role: 'Wrong' | 'Right', comment: string): readonly Cast[] {
  const line = new RegExp(`^# ${role}: (.*)$`, 'm').exec(comment)?.[1] ?? '';
  return line
    .split(', ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, id = entry, codes = ''] = /^([\w-]+)(?: \((.*)\))?$/.exec(entry) ?? [];
      const either = codes.split(' or ').filter((all) => all !== '');
      return { id, codes: either.map((all) => all.split(' and ')) };
    });
}
