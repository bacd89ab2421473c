// A metrics page writes large numbers with an exponent, and all digits: 1.000005e+06 is 1000005. With `digits`, it keeps
// so many only, and what it shows is about right at best. Fixed: no exponent.
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, digits = 6 } = {}) {
  let n = 999_998;
  const withExponent = () => n.toExponential(digits).replace(/e\+(\d)$/, 'e+0$1');
  const shown = () => (fixed || n < 1_000_000 ? String(n) : withExponent());

  return serve(port, {
    'GET /work': async () => {
      await sleep(3);
      n += 1;
      return [200, 'done'];
    },
    'GET /metrics': () => [200, `# TYPE work_total counter\nwork_total{job="a"} ${shown()}\nwork_seconds_sum 3.25\n`],
  });
}
