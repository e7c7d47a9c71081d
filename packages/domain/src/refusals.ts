import { applicationIssues } from './applications/refusals.ts';
import { bucketIssues } from './buckets/refusals.ts';
import { c2bIssues } from './c2b/refusals.ts';
import { closingIssues } from './closing/refusals.ts';
import { deliveryIssues } from './deliveries/refusals.ts';
import { deskIssues } from './desk/refusals.ts';
import { disbursementIssues } from './disbursements/refusals.ts';
import { endpointIssues } from './endpoints/refusals.ts';
import { eventIssues } from './events/refusals.ts';
import { exportIssues } from './exports/refusals.ts';
import { floatIssues } from './float/refusals.ts';
import { handsetIssues } from './handset/refusals.ts';
import { inboxIssues } from './inbox/refusals.ts';
import { issues } from './kernel/refusals.ts';
import { keyIssues } from './keys/refusals.ts';
import { memberIssues } from './members/refusals.ts';
import { orderIssues } from './orders/refusals.ts';
import { organizationIssues } from './organizations/refusals.ts';
import { paymentIssues } from './payments/refusals.ts';
import { policyIssues } from './policies/refusals.ts';
import { readingIssues } from './reading/refusals.ts';
import { recipientIssues } from './recipients/refusals.ts';
import { reconciliationIssues } from './reconciliation/refusals.ts';
import { recoveryIssues } from './recoveries/refusals.ts';
import { tokenIssues } from './reporting-tokens/refusals.ts';
import { reviewIssues } from './reviews/refusals.ts';
import { subjectIssues } from './subjects/refusals.ts';
import { userIssues } from './users/refusals.ts';
import { viewIssues } from './views/refusals.ts';

/** What the REST API can say about a value. Its error reference lists these. */
export const apiIssues = {
  ...issues,
  ...applicationIssues,
  ...c2bIssues,
  ...disbursementIssues,
  ...eventIssues,
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
  ...subjectIssues,
  ...userIssues,
  ...viewIssues,
};

/** The name of something that can be wrong with a value, as the API reports it. */
export type IssueName = keyof typeof allIssues;
