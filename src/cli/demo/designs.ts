import { probe } from '../../probe.ts';
import type { Design, DesignOptions } from '../../reference/design.ts';
import { findDesign } from '../../reference/registry.ts';
import { json as jsonText } from '../../report/json.ts';
import { commandLine } from '../../scenario/command.ts';
import { scenarioFromFlags } from '../../scenario/flags.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import { colored } from '../colors.ts';
import { interruptible } from '../interrupt.ts';
import type { CliIo } from '../io.ts';
import { progress } from '../progress.ts';
import { seedOf } from '../run/input.ts';
import { reportOf } from '../run/report.ts';
import { columnsOf } from '../width.ts';
import { demoText } from './text.ts';

interface Showing {
  readonly id: string;
  readonly options?: DesignOptions;
  /** As flags of `run`. */
  readonly spacing?: string;
  readonly settle: string;
}

/** Times are short, so that all of it is over in seconds; a cache must end within the settling time. */
const SHOWN: readonly Showing[] = [
  { id: 'memory-read-write', settle: '400ms' },
  { id: 'memory-cached-read', settle: '900ms', options: { ttlMs: 400 } },
  { id: 'memory-atomic', settle: '400ms' },
  { id: 'memory-rate-limited', settle: '400ms', options: { limitMs: 150 }, spacing: '200ms' },
];

/** A design and what a probe of it found. */
export interface Shown {
  readonly design: Design;
  readonly result: ScenarioResult;
  readonly asLabelled: boolean;
}

export interface DemoRequest {
  readonly json: boolean;
  readonly argv: readonly string[];
  readonly io: CliIo;
}

/**
 * Probes the embedded designs one after another; 0 when each behaved as labelled, else 1. Interrupted, it compares
 * nothing.
 */
export async function demo({ json, argv, io }: DemoRequest): Promise<number> {
  const seed = seedOf(undefined);
  const startedAt = io.now();
  const interrupt = interruptible(io, 'interrupted');
  const shown: Shown[] = [];
  for (const showing of SHOWN) {
    if (!interrupt.signal.aborted) shown.push(await show(showing, seed, interrupt.signal, io));
  }
  interrupt.release();
  const exitCode = interrupt.exitCode() ?? (shown.every(({ asLabelled }) => asLabelled) ? 0 : 1);
  if (json) {
    const facts = { id: `demo-${seed}`, startedAt, endedAt: io.now(), command: commandLine(argv, []), seed };
    const report = reportOf(
      facts,
      shown.map(({ result }) => result),
    );
    io.stdout.write(jsonText({ ...report, summary: { ...report.summary, exitCode } }));
  } else if (interrupt.exitCode() === null) {
    io.stdout.write(demoText(shown, { columns: columnsOf(io), colors: colored(io.stdout, io.env) }));
  }
  return exitCode;
}

async function show(
  { id, options, spacing, settle }: Showing,
  seed: number,
  signal: AbortSignal,
  io: CliIo,
): Promise<Shown> {
  const design = findDesign(id);
  if (!design) throw new Error(`no design is called ${id}`);
  const server = await design.start({ port: 0, ...options });
  const live = progress(io, { verbose: false, title: id });
  try {
    const flags = { url: `${server.url}/counter`, concurrency: '10', spaced: '10', spacing, settle, take: '$.value' };
    const scenario = { ...scenarioFromFlags(flags, { env: {} }), name: id };
    const { result } = await probe(scenario, { seed, signal, onProgress: live.tell, onHistory: live });
    const target = { ...result.target, design: id };
    const replay = [
      `npx counter-probe serve ${id}`,
      'npx counter-probe run --concurrency 10 --url http://127.0.0.1:8080/counter',
    ];
    return { design, result: { ...result, target, replay }, asLabelled: isAsLabelled(design, result) };
  } finally {
    live.end();
    await server.close();
  }
}

/** A right design passed, or a wrong one was caught with the finding it is labelled with. */
export function isAsLabelled({ right, finding }: Design, { verdict, findings }: ScenarioResult): boolean {
  return right ? verdict === 'pass' : verdict === 'fail' && findings.some(({ code }) => code === finding);
}
