import { createRouter } from './init.ts';
import { noteFields } from './known-fields.ts';
import { accountRouter } from './routers/account.ts';
import { auditRouter } from './routers/audit.ts';
import { batchesRouter } from './routers/batches.ts';
import { bucketsRouter } from './routers/buckets.ts';
import { collectRouter } from './routers/collect.ts';
import { credentialsRouter } from './routers/credentials.ts';
import { daysRouter } from './routers/days.ts';
import { deliveriesRouter } from './routers/deliveries.ts';
import { endpointsRouter } from './routers/endpoints.ts';
import { eventsRouter } from './routers/events.ts';
import { exportsRouter } from './routers/exports.ts';
import { floatRouter } from './routers/float.ts';
import { guardRouter } from './routers/guard.ts';
import { handsetRouter } from './routers/handset.ts';
import { identityRouter } from './routers/identity.ts';
import { inquiriesRouter } from './routers/inquiries.ts';
import { keysRouter } from './routers/keys.ts';
import { linksRouter } from './routers/links.ts';
import { membersRouter } from './routers/members.ts';
import { navigationRouter } from './routers/navigation.ts';
import { offlineRouter } from './routers/offline.ts';
import { ordersRouter } from './routers/orders.ts';
import { organizationsRouter } from './routers/organizations.ts';
import { paymentsRouter } from './routers/payments.ts';
import { payoutsRouter } from './routers/payouts.ts';
import { policyRouter } from './routers/policy.ts';
import { recipientsRouter } from './routers/recipients.ts';
import { reconciliationRouter } from './routers/reconciliation.ts';
import { reportingTokensRouter } from './routers/reporting-tokens.ts';
import { reportsRouter } from './routers/reports.ts';
import { requestsRouter } from './routers/requests.ts';
import { restoresRouter } from './routers/restores.ts';
import { reviewsRouter } from './routers/reviews.ts';
import { searchRouter } from './routers/search.ts';
import { viewsRouter } from './routers/views.ts';

/** Everything that pages may ask for. */
export const appRouter = createRouter({
  account: accountRouter,
  audit: auditRouter,
  batches: batchesRouter,
  buckets: bucketsRouter,
  collect: collectRouter,
  credentials: credentialsRouter,
  days: daysRouter,
  deliveries: deliveriesRouter,
  endpoints: endpointsRouter,
  events: eventsRouter,
  exports: exportsRouter,
  float: floatRouter,
  guard: guardRouter,
  handset: handsetRouter,
  identity: identityRouter,
  inquiries: inquiriesRouter,
  keys: keysRouter,
  links: linksRouter,
  members: membersRouter,
  navigation: navigationRouter,
  offline: offlineRouter,
  orders: ordersRouter,
  organizations: organizationsRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  policy: policyRouter,
  recipients: recipientsRouter,
  reconciliation: reconciliationRouter,
  reportingTokens: reportingTokensRouter,
  reports: reportsRouter,
  requests: requestsRouter,
  restores: restoresRouter,
  reviews: reviewsRouter,
  search: searchRouter,
  views: viewsRouter,
});

export type AppRouter = typeof appRouter;

noteFields(appRouter._def.procedures);
