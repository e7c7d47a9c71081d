import type { EndedByGap } from '@tillgate/domain/reading/gaps';
import { count } from './count.ts';

/** What a gap ends: `2 approved requests, 1 running batch with 12 rows to pay`. Undefined when nothing waits. */
export function endedText({ requests, batches }: EndedByGap): string | undefined {
  const scheduled = batches.scheduled > 0 ? ` (${batches.scheduled} scheduled)` : '';
  const waiting: [number, string, string?][] = [
    [requests.awaitingApproval, 'request', ' waiting for approval'],
    [requests.approved, 'approved request'],
    [batches.notSentOff, 'batch', ' not sent off'],
    [batches.awaitingApproval, 'batch', ' waiting for approval'],
    [batches.approved, 'approved batch', scheduled],
    [batches.running, 'running batch'],
    [batches.paused, 'paused batch'],
  ];
  const found = waiting.flatMap(([number, noun, more = '']) => (number > 0 ? [`${counted(number, noun)}${more}`] : []));
  if (found.length === 0) return undefined;
  const rows = batches.rowsUnpaid > 0 ? `; ${count(batches.rowsUnpaid, 'row')} still to pay` : '';
  return `${found.join(', ')}${rows}`;
}

const counted = (number: number, noun: string) =>
  noun.endsWith('batch') && number !== 1 ? `${number} ${noun}es` : count(number, noun);

/** Why a gap that ends something has to be confirmed, after the name of the option. */
export const confirmText = (ended: string) =>
  `is required, because opening the gap ends for good: ${ended}. Closing the gap does not bring it back: people ask for it again`;
