import type { AsyncResult } from '@tillgate/domain';
import { parameterText } from './result-parameters.ts';

/** Returns who was paid, as the result of a payout names them, e.g. `254712345678 - JANE DOE`, or null. Pure. */
export function readPayee(result: AsyncResult): string | null {
  return parameterText(result, 'ReceiverPartyPublicName');
}
