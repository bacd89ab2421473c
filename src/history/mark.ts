/** A burst was let go: when its first and last tail were handed over (ns). `early`: an answer came before. */
export interface ReleaseMark {
  readonly release: true;
  readonly round: number;
  readonly phase: string;
  readonly phaseIndex: number;
  readonly first: number;
  readonly last: number;
  readonly early: boolean;
  /** Tails that the kernel did not take at once. */
  readonly queued: number;
}

/** A reading came to rest, or its time ran out while it still moved. */
export interface SettleMark {
  readonly settled: true;
  readonly round: number;
  readonly phaseIndex: number;
  readonly reading: string;
  /** From the end of the phase to the first reading of the value that stood, in milliseconds. */
  readonly afterMs: number;
  readonly moving: boolean;
}

/** The setup of a round did not do what it had to; the round sent no writes. */
export interface SetupMark {
  readonly setupFailed: true;
  readonly round: number;
  readonly message: string;
}

/** The run ended before its plan did. */
export interface StopMark {
  readonly stopped: true;
  readonly round: number;
  readonly why: 'interrupted' | 'deadline' | 'unanswered' | 'unreadable';
  readonly message: string;
}

/** A command was run between writes, or was to be. */
export interface RunMark {
  readonly ran: true;
  readonly round: number;
  readonly phaseIndex: number;
  readonly first: number;
  readonly last: number;
  /** null: it did not end by itself. */
  readonly exitCode: number | null;
}

/** One request that must not be harmed by counting, as it went. Times in nanoseconds. */
export interface UnharmedMark {
  readonly unharmed: true;
  readonly round: number;
  /** -1: ahead of the first write, as a measure for the others. */
  readonly phaseIndex: number;
  readonly invoke: number;
  /** null: it was never answered whole. */
  readonly complete: number | null;
  readonly status: number | null;
  readonly reason: string | null;
}

export type Mark = ReleaseMark | SettleMark | SetupMark | StopMark | RunMark | UnharmedMark;
export const isRelease = (mark: Mark): mark is ReleaseMark => 'release' in mark;
export const isSettle = (mark: Mark): mark is SettleMark => 'settled' in mark;
export const isSetup = (mark: Mark): mark is SetupMark => 'setupFailed' in mark;
export const isStop = (mark: Mark): mark is StopMark => 'stopped' in mark;
export const isRun = (mark: Mark): mark is RunMark => 'ran' in mark;
export const isUnharmed = (mark: Mark): mark is UnharmedMark => 'unharmed' in mark;
