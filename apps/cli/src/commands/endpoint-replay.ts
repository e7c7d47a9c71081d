import { replayMissing } from '@tillgate/domain/recoveries';
import type { Command } from 'commander';
import type { Answer } from '../output.ts';
import { startRecovery } from './start-recovery.ts';

const help = `
Events of that time for which the endpoint has no delivery: from before it was made, or from while it was disabled. Only
types that it wants; test events are left out.

Examples:
  tillgate endpoint replay --endpoint ENDPOINT --since 2d
  tillgate endpoint replay --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`;

export function endpointReplay(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  const description = 'send an endpoint the events since a time that it was never sent';
  return startRecovery({ name: 'replay', description, help, verb: replayMissing }, answer, report);
}
