import { type Database, type Environment, type Queryable, query, sql } from '@tillgate/db';
import { type ActorView, describeActors, withoutEmail } from '../actors.ts';
import { readDeliveriesAbout } from '../deliveries/report-deliveries.ts';
import { type TimelineEntry, timelineOf } from './payment-timeline.ts';

/** How many records of each kind a page of payments reads for each of them. */
const recordsMax = 50;
/** A request is logged when it ends: at most this long before or after the payment was created. */
const requestLogWindowSeconds = 120;

type Milestones = Parameters<typeof timelineOf>[0]['payment'];
/** The fields of a payment that its history needs. */
type HistoryOf = Milestones & {
  id: string;
  applicationId: string;
  environment: Environment;
  providerReceipt: string | null;
};

/** Everything on record about each of some payments, the oldest first, by id: a fixed number of statements. */
export async function readHistories(
  db: Database,
  payments: readonly HistoryOf[],
): Promise<ReadonlyMap<string, TimelineEntry[]>> {
  const about = {
    ids: payments.map(({ id }) => id),
    applicationIds: [...new Set(payments.map(({ applicationId }) => applicationId))],
  };
  const take = recordsMax * payments.length;
  const [callbacks, events, orders, notes, requesters, deliveries, reversals] = await Promise.all([
    readCallbacks(db, about, take),
    readEvents(db, about, take),
    readOrders(db, about, take),
    readNotes(db, about, take),
    readRequesters(db.pool, payments),
    readDeliveriesAbout(db, payments),
    readReversals(db, payments, take),
  ]);
  const describe = await describeActors(db.prisma, about.applicationIds, [
    ...orders.map(({ requestedBy }) => `user:${requestedBy}`),
    ...requesters.values(),
  ]);
  const who = (actor: string | undefined): ActorView => withoutEmail(describe(actor));
  const byUser = (userId: string) => who(`user:${userId}`);
  return new Map(
    payments.map((payment) => {
      const ofPayment = <Row extends { about: string | null }>(rows: Row[]) =>
        rows.filter((row) => row.about === payment.id);
      const own = ofPayment(orders).map(({ requestedBy, ...order }) => ({ ...order, by: byUser(requestedBy) }));
      const collect = own.find(({ kind }) => kind === 'collect');
      const entries = timelineOf({
        payment,
        requestedBy: collect?.by ?? who(requesters.get(payment.id)),
        orders: own,
        callbacks: ofPayment(callbacks),
        notes: ofPayment(notes),
        events: ofPayment(events),
        reversals: reversals.filter((reversal) => isOf(reversal, payment)),
        deliveries: deliveries.get(payment.id) ?? [],
      });
      return [payment.id, entries] as const;
    }),
  );
}

type Reversal = Awaited<ReturnType<typeof readReversals>>[number];

/** A reversal names its payment by the receipt, within its tenant. */
function isOf(reversal: Reversal, { applicationId, environment, providerReceipt }: HistoryOf): boolean {
  return (
    reversal.transactionId === providerReceipt &&
    reversal.applicationId === applicationId &&
    reversal.environment === environment
  );
}

async function readReversals({ prisma }: Prisma, payments: readonly HistoryOf[], take: number) {
  const receipts = payments.flatMap(({ providerReceipt }) => providerReceipt ?? []);
  const [first] = payments;
  if (receipts.length === 0 || !first) return [];
  return prisma.disbursement.findMany({
    where: {
      applicationId: { in: [...new Set(payments.map(({ applicationId }) => applicationId))] },
      environment: first.environment,
      kind: 'reversal',
      transactionId: { in: receipts },
    },
    orderBy: [{ createdAt: 'asc' }],
    take,
    select: {
      id: true,
      status: true,
      amount: true,
      createdAt: true,
      settledAt: true,
      transactionId: true,
      applicationId: true,
      environment: true,
    },
  });
}

type About = { ids: string[]; applicationIds: string[] };
type Prisma = Pick<Database, 'prisma'>;

async function readCallbacks({ prisma }: Prisma, { ids }: About, take: number) {
  const rows = await prisma.providerCallback.findMany({
    where: { subjectId: { in: ids }, kind: { in: ['stk_callback', 'rail_notice'] } },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take,
    select: { id: true, state: true, receivedAt: true, subjectId: true },
  });
  return rows.map(({ subjectId: about, ...row }) => ({ about, ...row }));
}

async function readEvents({ prisma }: Prisma, { ids, applicationIds }: About, take: number) {
  const rows = await prisma.webhookEvent.findMany({
    where: { subjectId: { in: ids }, applicationId: { in: applicationIds } },
    orderBy: [{ createdAt: 'asc' }],
    take,
    select: { id: true, type: true, createdAt: true, subjectId: true },
  });
  return rows.map(({ subjectId: about, ...row }) => ({ about, ...row }));
}

async function readOrders({ prisma }: Prisma, { ids, applicationIds }: About, take: number) {
  const rows = await prisma.order.findMany({
    where: { resourceId: { in: ids }, applicationId: { in: applicationIds } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    select: { id: true, kind: true, status: true, requestedBy: true, createdAt: true, resourceId: true },
  });
  return rows.map(({ resourceId: about, id: orderId, ...row }) => ({ about, orderId, ...row }));
}

async function readNotes({ prisma }: Prisma, { ids, applicationIds }: About, take: number) {
  const rows = await prisma.auditEntry.findMany({
    where: { subjectId: { in: ids }, applicationId: { in: applicationIds }, action: { startsWith: 'payment.' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    select: { action: true, createdAt: true, subjectId: true },
  });
  return rows.map(({ subjectId: about, ...row }) => ({ about, ...row }));
}

/** The keys whose requests created payments, while the request log still has them. */
async function readRequesters(db: Queryable, payments: readonly HistoryOf[]): Promise<ReadonlyMap<string, string>> {
  const of = <Name extends keyof HistoryOf>(name: Name) => payments.map((payment) => payment[name]);
  const rows = await query<{ about: string; keyId: string }>(
    db,
    'payment_requesters',
    sql`
      SELECT wanted.id AS about, found.key_id AS "keyId" FROM unnest(
        ${of('id')}::uuid[], ${of('applicationId')}::uuid[], ${of('environment')}::"Environment"[],
        ${of('createdAt')}::timestamptz[]) AS wanted(id, application, environment, at)
      CROSS JOIN LATERAL (
        SELECT q.key_id FROM api_requests q
        WHERE q.application_id = wanted.application AND q.environment = wanted.environment
          AND q.created_at >= wanted.at - make_interval(secs => ${requestLogWindowSeconds})
          AND q.created_at <= wanted.at + make_interval(secs => ${requestLogWindowSeconds})
          AND q.resource_id = wanted.id AND q.method = 'POST'
        ORDER BY q.created_at LIMIT 1) found`,
  );
  return new Map(rows.map(({ about, keyId }) => [about, `key:${keyId}`]));
}
