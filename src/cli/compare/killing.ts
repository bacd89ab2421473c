import { NO_WAY_TO_KILL, NOTHING_TO_KILL } from '../../compare/kept.ts';
import { notTested } from '../../compare/measured.ts';
import type { Design, DesignOptions } from '../../reference/design.ts';
import type { NotTested } from '../../verdict/comparison.ts';
import { type Alone, startAlone } from './alone.ts';

/** How what has the number is killed: by `POST /crash` of a URL; or why it is not. */
export type Killing = NotTested | { readonly crashUrl: string; readonly otherwise: Otherwise };

/** For one that answers 404 to it: why it cannot be killed, or how the same design is served by a process that can. */
export type Otherwise = NotTested | (() => Promise<Alone>);

const GIVEN = notTested('a server that was given is not killed');

/** What may be killed of a design that is served at a URL, with the servers that were given. */
export function killingOf(design: Design, url: string, given: DesignOptions): Killing {
  const { id, kind, needs, server } = design;
  const givenBy = server?.givenBy ?? null;
  if (givenBy !== null && given[givenBy] !== undefined) return GIVEN;
  const isOnlyNode = needs.length === 0 && server === undefined;
  const otherwise = kind !== 'real' ? standIn(kind) : isOnlyNode ? () => startAlone(id) : NO_WAY_TO_KILL;
  return { crashUrl: `${url}/crash`, otherwise };
}

const standIn = (kind: string): NotTested =>
  notTested(
    `this ${kind} keeps its number in memory, and what it stands for does not: a kill of it would tell nothing`,
  );

const KILL =
  "fetch(process.argv[1],{method:'POST'}).then(r=>process.exit(r.ok?0:r.status===404?+process.argv[2]:1),()=>process.exit(1))";

/** Asks for the kill, and ends when another process has taken over; an exit code of its own where there is no such request. */
export const killCommand = (crashUrl: string): string =>
  `"${process.execPath}" -e "${KILL}" ${crashUrl} ${NOTHING_TO_KILL}`;
