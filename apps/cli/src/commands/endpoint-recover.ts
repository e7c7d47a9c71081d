import { recoverFailed } from '@tillgate/domain/recoveries';
import type { Command } from 'commander';
import type { Answer } from '../output.ts';
import { startRecovery } from './start-recovery.ts';

const help = `
Exhausted and cancelled deliveries of that time start their retry schedule again. Deliveries that wait for a retry are
sent now. Each delivery keeps its x-webhook-id, so the receiver can ignore duplicates.

Examples:
  tillgate endpoint recover --endpoint ENDPOINT --since 3h
  tillgate endpoint recover --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`;

export function endpointRecover(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  const description = 'resend the failed deliveries of an endpoint since a time';
  return startRecovery({ name: 'recover', description, help, verb: recoverFailed }, answer, report);
}
