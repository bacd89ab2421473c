/** Options of a reference server; each design reads those it knows. */
export interface DesignOptions {
  /** 0: any free port. */
  readonly port?: number;
  /** Pause between read and write of a wrong design, in milliseconds (5). */
  readonly windowMs?: number;
  /** How long a cached read stays, in milliseconds. */
  readonly ttlMs?: number;
}

export interface RunningDesign {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A reference server to try the prober on. */
export interface Design {
  readonly id: string;
  /** One line: what it is and what it runs on. */
  readonly title: string;
  /** `real`: the real system; `model` or `emulator`: a stand-in, always said. */
  readonly kind: 'real' | 'model' | 'emulator';
  readonly object: 'counter';
  /** Keeps every acknowledged write. */
  readonly right: boolean;
  /** What a probe must find; null for a right design. */
  readonly finding: string | null;
  /** Packages it needs beside the tool itself. */
  readonly needs: readonly string[];
  readonly start: (options: DesignOptions) => Promise<RunningDesign>;
}
