// @ts-check
import { applications } from './applications.mjs';
import { batches } from './batches.mjs';
import { c2b } from './c2b.mjs';
import { callbacks } from './callbacks.mjs';
import { checkout } from './checkout.mjs';
import { credits } from './credits.mjs';
import { deliveries } from './deliveries.mjs';
import { disbursements } from './disbursements.mjs';
import { endpoints } from './endpoints.mjs';
import { astray, gaps } from './gaps.mjs';
import { guards } from './guards.mjs';
import { idempotency } from './idempotency.mjs';
import { inbox } from './inbox.mjs';
import { inquiries } from './inquiries.mjs';
import { kernel } from './kernel.mjs';
import { keys } from './keys.mjs';
import { links } from './links.mjs';
import { orders } from './orders.mjs';
import { organizations } from './organizations.mjs';
import { outbox } from './outbox.mjs';
import { payments } from './payments.mjs';
import { policies } from './policies.mjs';
import { provider } from './provider.mjs';
import { reconciliation } from './reconciliation.mjs';
import { reviews } from './reviews.mjs';
import { sending } from './sending.mjs';

/**
 * The rooms of the money paths, with the faults that their tests have to notice.
 * @type {Record<string, import('../lib/mutation.mjs').Room>}
 */
export const rooms = {
  payments,
  disbursements,
  idempotency,
  orders,
  batches,
  sending,
  policies,
  gaps,
  astray,
  guards,
  links,
  checkout,
  credits,
  c2b,
  callbacks,
  inbox,
  inquiries,
  reviews,
  reconciliation,
  deliveries,
  endpoints,
  outbox,
  keys,
  kernel,
  applications,
  organizations,
  provider,
};
