import type { DisbursementDetail } from './types.ts';

/** The name of the text for what the network sent. */
export function callbackTitle(
  kind: DisbursementDetail['callbacks'][number]['kind'],
  isOfInquiry: boolean,
): 'notice' | 'queueTimeout' | 'inquiryResult' | 'result' {
  if (kind === 'rail_notice') return 'notice';
  if (kind === 'queue_timeout') return 'queueTimeout';
  return isOfInquiry ? 'inquiryResult' : 'result';
}
