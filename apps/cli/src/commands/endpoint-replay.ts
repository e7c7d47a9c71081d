import { replayMissing } from '@tillgate/domain/recoveries';
import type { Command } from 'commander';
import type { Answer } from '../output.ts';
import { startRecovery } from './start-recovery.ts';

const help = `
Sends the events of that time that have no delivery to the endpoint: events from before it was created or while it was
disabled. Includes only the endpoint's event types, and no test events.

Examples:
  tillgate endpoint replay --endpoint ENDPOINT --since 2d
  tillgate endpoint replay --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`;

export function endpointReplay(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  const description = 'send an endpoint the events since a time that were never sent to it';
  return startRecovery({ name: 'replay', description, help, verb: replayMissing }, answer, report);
}
