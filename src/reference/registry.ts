import { createRequire } from 'node:module';
import type { Design } from './design.ts';
import { memoryAtomic } from './memory/memory-atomic.ts';
import { memoryCachedRead } from './memory/memory-cached-read.ts';
import { memoryRateLimited } from './memory/memory-rate-limited.ts';
import { memoryReadWrite } from './memory/memory-read-write.ts';
import { workersD1 } from './workers/workers-d1.ts';
import { workersD1ReadWrite } from './workers/workers-d1-read-write.ts';
import { workersDoFetch } from './workers/workers-do-fetch.ts';
import { workersDurableObject } from './workers/workers-durable-object.ts';
import { workersKv } from './workers/workers-kv.ts';

/** Every reference design, in the order they are listed. */
export const designs: readonly Design[] = [
  memoryReadWrite,
  memoryAtomic,
  memoryCachedRead,
  memoryRateLimited,
  workersKv,
  workersDurableObject,
  workersDoFetch,
  workersD1ReadWrite,
  workersD1,
];

/** The design with exactly this id, or null. */
export const findDesign = (id: string): Design | null => designs.find((design) => design.id === id) ?? null;

export interface Availability {
  readonly available: boolean;
  /** What is missing and the line that installs it; null when the design can run. */
  readonly why: string | null;
}

/** Whether a design can be started here. Loads nothing of what it runs on. */
export async function availability(design: Design): Promise<Availability> {
  const missing = design.needs.filter((spec) => !isInstalled(packageName(spec)));
  if (missing.length === 0) return { available: true, why: null };
  const names = missing.map(packageName).join(' and ');
  return { available: false, why: `needs ${names}: npm install --save-dev ${missing.join(' ')}` };
}

const packageName = (spec: string): string => spec.slice(0, spec.lastIndexOf('@'));

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
