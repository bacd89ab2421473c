import { describe, expect, it } from 'vitest';
import { isAsLabelled, type Shown } from '../../src/cli/demo/designs.ts';
import { demoText } from '../../src/cli/demo/text.ts';
import { main } from '../../src/cli/main.ts';
import { findDesign } from '../../src/reference/registry.ts';
import type { Report, ScenarioResult } from '../../src/verdict/report.ts';
import { finding, phase, scenario } from '../report/sample.ts';
import { ran, terminal } from './terminal.ts';

const failed = scenario({
  verdict: 'fail',
  phases: [phase('concurrent', 1), phase('spaced', 10)],
  findings: [finding()],
});

function shown(id: string, result: ScenarioResult): Shown {
  const design = findDesign(id);
  if (!design) throw new Error(id);
  const target = { url: 'http://127.0.0.1:1', design: id };
  return { design, result: { ...result, target }, asLabelled: isAsLabelled(design, result) };
}

describe('demo', () => {
  it('shows the wrong designs caught and the right ones clean', async () => {
    const { exitCode, stdout, stderr } = await ran(['demo', '--json']);
    const { scenarios, summary }: Report = JSON.parse(stdout);
    expect({ exitCode, stderr, told: summary.exitCode }).toEqual({ exitCode: 0, stderr: '', told: 0 });
    const found = scenarios.map((s) => [s.target.design, s.verdict, s.phases.map((p) => p.lost.min !== 0)]);
    expect(found).toEqual([
      ['memory-read-write', 'fail', [true, false]],
      ['memory-cached-read', 'fail', [true, true]],
      ['memory-atomic', 'pass', [false, false]],
      ['memory-rate-limited', 'pass', [false, false]],
    ]);
  }, 60_000);

  it('says that it was interrupted, and compares nothing', async () => {
    const { io, saw, signal, stdout, stderr } = terminal({ tty: true });
    const ended = main(['demo'], io);
    await saw('memory-read-write  concurrent: 10 of 10');
    expect(signal('SIGINT')).toBe(true);
    expect({ exitCode: await ended, stdout: stdout() }).toEqual({ exitCode: 130, stdout: '' });
    expect(stderr()).toContain('\r\u001b[2Kinterrupted\n');
  });

  it('compares them for a person', async () => {
    const text = demoText([shown('memory-read-write', failed), shown('memory-atomic', scenario())], {
      ...{ columns: 80, colors: false },
    });
    await expect(text).toMatchFileSnapshot('golden/demo.txt');
  });

  it('says which did not behave as it is labelled', () => {
    const text = demoText([shown('memory-atomic', failed), shown('memory-read-write', scenario())], {
      ...{ columns: 80, colors: false },
    });
    expect(text.match(/not as labelled/g)).toHaveLength(2);
  });
});
