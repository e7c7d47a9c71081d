import { afterAll, beforeAll } from 'vitest';
import { createBatch, createBatchFromFile } from '../batches/index.ts';
import { applyCallback } from '../callbacks/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import { scopes } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { createKey } from '../keys/index.ts';
import { requestOrder } from '../orders/index.ts';
import { newKey, type Office, ordersWorld, type Worker } from '../orders/orders.fixture.ts';
import { resultCallback } from '../testing/index.ts';
import { sweepBatches } from './sweep-batches.ts';
import { type WorkContext, workBatch } from './work-batch.ts';

export type Desk = Office & {
  /** The worker with the rights of its role. Nothing waits for its turn. */
  worker: Worker & WorkContext;
  /** An API key with every scope, with the rights of the process of the API. */
  key: TenantContext & Worker;
};

/** Opens a database for one test file, and closes it after the last test. Returns what makes organizations on it. */
export function useDesks(): (credentials?: object, environment?: 'sandbox' | 'production') => Promise<Desk> {
  let world: Awaited<ReturnType<typeof ordersWorld>>;
  beforeAll(async () => {
    world = await ordersWorld();
  });
  afterAll(() => world.close());
  return async (credentials, environment = 'sandbox') => {
    const office = await world.office(credentials, environment);
    const worker = { ...office.worker, pace: async () => {} };
    return { ...office, worker, key: await keyOf(office, world.as('api'), environment) };
  };
}

async function keyOf(office: Office, db: Office['rows'], environment: 'sandbox' | 'production') {
  const owner = { ...office.worker, db: office.rows };
  const { applicationId } = office.merchant;
  const given = { applicationId, environment, name: 'payroll', scopes: [...scopes], allowedIps: [] };
  const { keyId } = await createKey(owner, given);
  const tenant = { applicationId, environment };
  return {
    ...office.worker,
    db,
    tenant,
    actor: `key:${keyId}`,
    authority: { of: 'key' as const, scopes: new Set(scopes) },
  };
}

type Row = { phone: string; amount: number | string; name?: string; reference?: string };

/** Rows to different phones. */
export const people = (count: number, amount = 1_000): Row[] =>
  Array.from({ length: count }, (_, n) => ({ phone: `07123456${String(n).padStart(2, '0')}`, amount: amount + n }));

/** A batch that was checked. */
export async function draft(
  desk: Desk,
  by: TenantContext,
  rows: Row[],
  given: { name?: string; scheduledFor?: Date } = {},
): Promise<string> {
  const input = { name: 'Payroll', commandId: 'SalaryPayment' as const, ...given };
  const batchId =
    by.authority.of === 'key'
      ? (await createBatch(desk.key, { ...input, rows }, { key: newKey(), fingerprint: newKey() })).batch.batchId
      : await pasted(by, input, rows);
  await workBatch(desk.worker, { batchId });
  return batchId;
}

async function pasted(
  by: TenantContext,
  { scheduledFor, ...input }: { name: string; scheduledFor?: Date },
  rows: Row[],
) {
  const lines = rows.map(({ phone, amount, name = '', reference = '' }) => [phone, amount, name, reference].join(','));
  const source = ['Phone,Amount,Name,Reference', ...lines].join('\n');
  const at = scheduledFor && { scheduledFor: scheduledFor.toISOString() };
  const made = await createBatchFromFile(by, { ...input, ...at, source, requestKey: newKey() });
  if (!('batchId' in made)) throw new Error('The columns are unclear.');
  return made.batchId;
}

/** The network tells this balance to the next question. */
export function tellBalance({ worker }: Desk, available: string): void {
  const account = { name: 'Utility Account', currency: 'KES', available, current: available };
  const answer = [{ ...account, reserved: '0.00', uncleared: '0.00' }];
  worker.provider.balanceInquiries.answer({ kind: 'told', answer });
}

/** What a person says who sends a batch off. */
export const accepting = { acceptWarnings: true, sendGoodOnly: true, acceptSameList: true, ticked: [] as string[] };

/** Asks for the order that sends a batch off. */
export async function sendOff(by: TenantContext, batchId: string, given: object = {}) {
  const rows = await by.db.prisma.payoutBatchRow.findMany({ where: { batchId, state: 'good' } });
  const amount = rows.reduce((sum, row) => sum + (row.amount ?? 0), 0);
  const input = { batchId, amount, ...accepting, ...given };
  return requestOrder(by, { kind: 'payout_batch', input, reason: null, requestKey: newKey() });
}

export const rowsOf = (desk: Desk, batchId: string) =>
  desk.rows.prisma.payoutBatchRow.findMany({ where: { batchId }, orderBy: { number: 'asc' } });
export const batchOf = (desk: Desk, id: string) => desk.rows.prisma.payoutBatch.findUniqueOrThrow({ where: { id } });
export const statesOf = async (desk: Desk, batchId: string) => (await rowsOf(desk, batchId)).map(({ state }) => state);

/**
 * Works on a batch until nothing can be done at once, and starts it where the balance was told. Returns the last word of the
 * worker.
 */
export async function work(desk: Desk, batchId: string): Promise<string> {
  for (let starts = 0; ; ) {
    const progress = await workBatch(desk.worker, { batchId });
    const isStarting = (await batchOf(desk, batchId)).status === 'approved' && starts++ === 0;
    if (progress === 'later' || (progress === 'wait' && !isStarting)) return progress;
  }
}

/** The network tells the results of all payouts of a batch that are open. `codes`: by phone; the others succeed. */
export async function settleOpen(desk: Desk, batchId: string, codes: Record<string, string> = {}): Promise<number> {
  const handed = (await rowsOf(desk, batchId)).flatMap(({ disbursementId }) => disbursementId ?? []);
  const open = await desk.rows.prisma.disbursement.findMany({ where: { id: { in: handed }, status: 'pending' } });
  for (const { id, phone, callbackToken: token } of open) {
    const resultCode = codes[phone ?? ''] ?? '0';
    const transactionId = resultCode === '0' ? id.replaceAll('-', '').slice(-10).toUpperCase() : null;
    const body = Buffer.from(resultCallback({ resultCode, transactionId }));
    const ctx = { ...desk.worker, db: desk.rows };
    await receiveCallback(ctx, { kind: 'result', token, body, remoteIp: '127.0.0.1' });
    const stored = await desk.rows.prisma.providerCallback.findFirstOrThrow({ where: { subjectId: id } });
    await applyCallback(ctx, stored.id);
  }
  return open.length;
}

/** Works on a batch and tells the results until it does not run any more. */
export async function payAll(desk: Desk, batchId: string, codes: Record<string, string> = {}): Promise<void> {
  for (;;) {
    await work(desk, batchId);
    const settled = await settleOpen(desk, batchId, codes);
    const { status } = await batchOf(desk, batchId);
    if (status !== 'running') return;
    await sweepBatches(desk.worker);
    if (settled === 0 && (await statesOf(desk, batchId)).every((state) => state !== 'good')) return;
  }
}
