import { strings } from '../../report/strings.ts';
import type { Report } from '../../verdict/report.ts';
import { type CliIo, type Output, withOutputs } from '../io.ts';

type Redact = (text: string) => string;

/** An output through which no secret passes. */
export function redacted(output: Output, redact: Redact): Output {
  return {
    write: (text) => output.write(redact(text)),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  };
}

export function redactedIo(io: CliIo, redact: Redact): CliIo {
  return withOutputs(io, redacted(io.stdout, redact), redacted(io.stderr, redact));
}

/** Members whose values are words of ours, whatever a secret may be. */
const OURS = new Set(['verdict', 'code', 'kind', 'f', 'outcome', 'counts', 'role', 'object', 'require', 'required']);

/** The report without secrets in any text of it. */
export const redactedReport = (report: Report, redact: Redact): Report => strings(report, redact, OURS);
