import { OrderKind } from '@tillgate/db';
import { hasPermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { Permission } from '../../kernel/permission.ts';
import { dayMs } from '../../kernel/time.ts';
import { mayApprove, personOf } from '../../orders/index.ts';
import { type Count, countUpTo } from '../count.ts';
import type { EndpointView } from '../endpoints/endpoint-view.ts';
import { countLowAccounts } from '../float/index.ts';
import { listStrayCallbacks, readAttention as readCounts, type StraySubject } from './attention-statements.ts';

const countMax = 1_000;
/** How far back callbacks that were not applied are searched, and among how many of all tenants. */
const strayDays = 7;
const strayScanMax = 2_000;
/** How far back idempotency keys with an unknown outcome are counted. */
const claimDays = 30;
const keyExpiryDays = 7;
/** Since when prompts of links and decisions of rules are counted. */
const lookBackDays = 1;

/** What needs attention, the most urgent first. `subjectId` is set when it is about one thing. */
export type AttentionItem =
  | { kind: AttentionKind; count: Count; subjectId: null }
  | { kind: SingledKind; count: Count; subjectId: string | null }
  | { kind: 'callbacks_astray'; count: Count; subject: StraySubject['subject']; subjectId: string };

/** Leads to the thing itself when it is about one. */
type SingledKind =
  | 'endpoints_disabled'
  | 'endpoints_failing'
  | 'indeterminate_payments'
  | 'indeterminate_disbursements'
  | 'links_failing';

type AttentionKind =
  | 'credentials_missing'
  | 'callbacks_refused'
  | 'reviews_open'
  | 'float_low'
  | 'orders_waiting'
  | 'guard_refused'
  | 'keys_expiring';

/** The permission that a member needs to act on an item or open its page. */
const permissions: Record<AttentionItem['kind'], Permission> = {
  credentials_missing: 'credentials.read',
  indeterminate_payments: 'payments.query',
  indeterminate_disbursements: 'payouts.request',
  callbacks_refused: 'reviews.work',
  reviews_open: 'reviews.work',
  endpoints_disabled: 'endpoints.read',
  endpoints_failing: 'endpoints.read',
  float_low: 'float.write',
  orders_waiting: 'orders.approve',
  links_failing: 'links.write',
  guard_refused: 'policy.read',
  callbacks_astray: 'payments.query',
  keys_expiring: 'keys.read',
};

/** Parts of the report that also show whether something needs attention. */
type Known = { endpoints: EndpointView[]; dailyPayouts: number };

/** The items for this member, and the number of pending payments. */
export async function readAttention(
  ctx: TenantContext,
  known: Promise<Known>,
): Promise<{ pending: Count; items: AttentionItem[] }> {
  const now = ctx.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const countLow = async () =>
    hasPermission(ctx, permissions.float_low) ? countLowAccounts(ctx, (await known).dailyPayouts) : 0;
  const [counts, strays, low, { endpoints }] = await Promise.all([
    readCounts(ctx.db.pool, ctx.tenant, {
      countMax,
      claimsFrom: ago(claimDays),
      now,
      keysUntil: ago(-keyExpiryDays),
      since: ago(lookBackDays),
      decider: {
        userId: personOf(ctx.actor),
        kinds: Object.values(OrderKind).filter((kind) => mayApprove(ctx, kind)),
      },
    }),
    listStrayCallbacks(ctx.db.pool, ctx.tenant, {
      from: ago(strayDays),
      scanMax: strayScanMax,
      limit: countMax + 1,
    }),
    countLow(),
    known,
  ]);
  const disabled = endpoints.filter(({ health }) => health.status === 'disabled');
  const failing = endpoints.filter(({ health }) => health.status === 'enabled' && isFailing(health));
  const items = [
    counted('credentials_missing', counts.hasCredentials ? 0 : 1),
    singled('indeterminate_payments', counts.indeterminatePayments, counts.indeterminatePaymentId),
    singled('indeterminate_disbursements', counts.indeterminateDisbursements, counts.indeterminateDisbursementId),
    counted('callbacks_refused', counts.callbacksRefused),
    counted('reviews_open', counts.reviewsOpen),
    endpointsItem('endpoints_disabled', disabled),
    endpointsItem('endpoints_failing', failing),
    counted('float_low', low),
    singled('links_failing', counts.linksFailing, counts.linkFailingId),
    counted('orders_waiting', counts.ordersWaiting),
    strayItem(strays),
    counted('guard_refused', counts.guardRefused),
    counted('keys_expiring', counts.keysExpiring),
  ];
  const own = items.filter((item) => item !== undefined).filter(({ kind }) => hasPermission(ctx, permissions[kind]));
  return { pending: countUpTo(countMax, counts.pending), items: own };
}

function isFailing({ circuit, failingSince }: EndpointView['health']): boolean {
  return circuit.state !== 'closed' || failingSince !== null;
}

function counted(kind: AttentionKind, count: number): AttentionItem | undefined {
  return count === 0 ? undefined : { kind, count: countUpTo(countMax, count), subjectId: null };
}

function singled(kind: SingledKind, count: number, subjectId: string | null): AttentionItem | undefined {
  return count === 0 ? undefined : { kind, count: countUpTo(countMax, count), subjectId };
}

function endpointsItem(
  kind: 'endpoints_disabled' | 'endpoints_failing',
  endpoints: EndpointView[],
): AttentionItem | undefined {
  const [first, second] = endpoints;
  return singled(kind, endpoints.length, second ? null : (first?.endpointId ?? null));
}

function strayItem(strays: StraySubject[]): AttentionItem | undefined {
  const [latest] = strays;
  return latest && { kind: 'callbacks_astray', count: countUpTo(countMax, strays.length), ...latest };
}
