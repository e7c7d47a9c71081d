import type { Outcome } from '@tillgate/domain';

/** "Still under processing" */
export const stillProcessingCode = '4999';
/** This code means "being processed" or any error. The provider sometimes sends it about a final payment. */
export const ambiguousCode = '500.001.1001';

const openCodes = new Set([stillProcessingCode, ambiguousCode]);

/** What a result code of a prompt says. "00" means success on other products, and is refused before. */
export function promptOutcome(resultCode: string): Outcome {
  if (openCodes.has(resultCode)) return 'open';
  return resultCode === '0' ? 'success' : 'failed';
}
