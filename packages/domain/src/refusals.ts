import { applicationIssues, applicationRefusals } from './applications/refusals.ts';
import { batchIssues, batchRefusals } from './batches/refusals.ts';
import { bucketIssues, bucketRefusals } from './buckets/refusals.ts';
import { c2bIssues, c2bRefusals } from './c2b/refusals.ts';
import { closingIssues, closingRefusals } from './closing/refusals.ts';
import { deliveryIssues, deliveryRefusals } from './deliveries/refusals.ts';
import { deskIssues } from './desk/refusals.ts';
import { disbursementIssues, disbursementRefusals } from './disbursements/refusals.ts';
import { endpointIssues, endpointRefusals } from './endpoints/refusals.ts';
import { eventIssues } from './events/refusals.ts';
import { exportIssues, exportRefusals } from './exports/refusals.ts';
import { floatIssues, floatRefusals } from './float/refusals.ts';
import { gapIssues, gapRefusals } from './gaps/refusals.ts';
import { guardIssues, guardRefusals } from './guards/refusals.ts';
import { handsetIssues, handsetRefusals } from './handset/refusals.ts';
import { idempotencyRefusals } from './idempotency/refusals.ts';
import { inboxIssues, inboxRefusals } from './inbox/refusals.ts';
import { inquiryIssues, inquiryRefusals } from './inquiries/refusals.ts';
import { issues, refusals } from './kernel/refusals.ts';
import { keyIssues, keyRefusals } from './keys/refusals.ts';
import { linkIssues, linkRefusals } from './links/refusals.ts';
import { memberIssues, memberRefusals } from './members/refusals.ts';
import { orderIssues, orderRefusals } from './orders/refusals.ts';
import { organizationIssues, organizationRefusals } from './organizations/refusals.ts';
import { paymentIssues, paymentRefusals } from './payments/refusals.ts';
import { policyIssues, policyRefusals } from './policies/refusals.ts';
import { providerRefusals } from './provider/sentences.ts';
import { readingIssues } from './reading/refusals.ts';
import { recipientIssues } from './recipients/refusals.ts';
import { reconciliationIssues } from './reconciliation/refusals.ts';
import { recoveryIssues } from './recoveries/refusals.ts';
import { tokenIssues, tokenRefusals } from './reporting-tokens/refusals.ts';
import { reviewIssues } from './reviews/refusals.ts';
import { sendingIssues, sendingRefusals } from './sending/refusals.ts';
import { subjectIssues } from './subjects/refusals.ts';
import { tableIssues } from './tables/refusals.ts';
import { userIssues, userRefusals } from './users/refusals.ts';
import { viewIssues, viewRefusals } from './views/refusals.ts';

/** What the REST API can say about a value. Its error reference lists these. */
export const apiIssues = {
  ...issues,
  ...applicationIssues,
  ...batchIssues,
  ...c2bIssues,
  ...disbursementIssues,
  ...eventIssues,
  ...inquiryIssues,
  ...linkIssues,
  ...paymentIssues,
  ...policyIssues,
  ...readingIssues,
};

/** Everything that can be wrong with a value, by its name. A name stands once. */
export const allIssues = {
  ...apiIssues,
  ...bucketIssues,
  ...closingIssues,
  ...deliveryIssues,
  ...deskIssues,
  ...endpointIssues,
  ...exportIssues,
  ...floatIssues,
  ...gapIssues,
  ...guardIssues,
  ...handsetIssues,
  ...inboxIssues,
  ...keyIssues,
  ...memberIssues,
  ...orderIssues,
  ...organizationIssues,
  ...recipientIssues,
  ...reconciliationIssues,
  ...recoveryIssues,
  ...tokenIssues,
  ...reviewIssues,
  ...sendingIssues,
  ...subjectIssues,
  ...tableIssues,
  ...userIssues,
  ...viewIssues,
};

/** The name of something that can be wrong with a value, as the API reports it. */
export type IssueName = keyof typeof allIssues;

/** Every reason why a verb refuses, by its name. A name stands once. */
export const allRefusals = {
  ...refusals,
  ...applicationRefusals,
  ...batchRefusals,
  ...bucketRefusals,
  ...c2bRefusals,
  ...closingRefusals,
  ...deliveryRefusals,
  ...disbursementRefusals,
  ...endpointRefusals,
  ...exportRefusals,
  ...floatRefusals,
  ...gapRefusals,
  ...guardRefusals,
  ...handsetRefusals,
  ...idempotencyRefusals,
  ...inboxRefusals,
  ...inquiryRefusals,
  ...keyRefusals,
  ...linkRefusals,
  ...memberRefusals,
  ...orderRefusals,
  ...organizationRefusals,
  ...paymentRefusals,
  ...policyRefusals,
  ...providerRefusals,
  ...sendingRefusals,
  ...tokenRefusals,
  ...userRefusals,
  ...viewRefusals,
};

/** The name of a reason why a verb refuses. */
export type RefusalName = keyof typeof allRefusals;
