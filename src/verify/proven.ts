import type { HistoryHeader } from '../history/history.ts';
import type { Certificate } from './certificate.ts';

/** What an accepted certificate shows, and what nobody can see from the two files. */
export interface Proven {
  readonly verdict: Certificate['verdict'];
  readonly counters: readonly {
    readonly key: string;
    readonly reading: string | null;
    readonly round: number | null;
    readonly verdict: Certificate['verdict'];
    /** The form of the argument; null for an order that explains everything. */
    readonly form: string | null;
  }[];
  readonly findings: readonly {
    readonly code: string;
    readonly form: string;
    /** What reads are held to, where the finding is of a read. */
    readonly require: string | null;
  }[];
  readonly assumptions: readonly string[];
}

/** Of a certificate that was accepted. */
export const provenBy = (header: HistoryHeader, { verdict, counters, findings = [] }: Certificate): Proven => ({
  verdict,
  counters: counters.map((proof) => ({
    ...{ key: proof.key, reading: proof.reading, round: proof.round },
    verdict: 'witness' in proof ? 'violation' : 'linearizable',
    form: 'witness' in proof ? proof.witness.form : null,
  })),
  findings: findings.map(({ code, proof }) => ({
    code,
    form: proof.form,
    require: 'require' in proof ? proof.require : null,
  })),
  assumptions: assumptionsOf(header),
});

const assumptionsOf = ({ initial, limit, clock, setup }: HistoryHeader): readonly string[] => [
  'the history holds every write, with the times and answers that there were',
  'a refused write had no effect',
  initial === null ? 'the start value is not known' : `the start value is ${initial}`,
  ...(limit === null ? [] : [`the limit is ${limit}`]),
  ...(setup ? ['the setup of a round sets the number anew'] : []),
  clock.errorNs === 0 ? 'all times are of one clock' : `no clock is more than ${clock.errorNs} ns off`,
];
