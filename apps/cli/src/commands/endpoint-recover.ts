import { recoverFailed } from '@tillgate/domain/recoveries';
import type { Command } from 'commander';
import type { Answer } from '../output.ts';
import { startRecovery } from './start-recovery.ts';

const help = `
Deliveries made in that time that are exhausted or cancelled get their whole schedule anew, those that wait for a retry get
it now; all under the same x-webhook-id, so what did arrive is noticed as a duplicate.

Examples:
  tillgate endpoint recover --endpoint ENDPOINT --since 3h
  tillgate endpoint recover --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`;

export function endpointRecover(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  const description = 'send an endpoint again what failed since a time';
  return startRecovery({ name: 'recover', description, help, verb: recoverFailed }, answer, report);
}
