import type { Command } from 'commander';
import type { Session } from './program.ts';
export function addRun(_root: Command, _session: Session): void {}
