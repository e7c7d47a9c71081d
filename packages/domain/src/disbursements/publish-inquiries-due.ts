import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/** Asks the worker to inquire about disbursements. A failure is only logged, because the ladder makes them due again. */
export function publishInquiriesDue(ctx: Context, due: { id: string; applicationId: string }[]): Promise<void> {
  return publishOrLog(
    ctx,
    due.map(({ id: disbursementId, applicationId }) => {
      // Made here, once per rung, so that a signal that is delivered twice asks once.
      const inquiryId = uuidv7();
      return {
        name: 'disbursement.inquiry_due',
        id: `inquiry:${inquiryId}`,
        data: { disbursementId, inquiryId, applicationId },
      };
    }),
  );
}
