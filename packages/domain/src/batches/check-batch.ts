import { judgeReceivers } from '../disbursements/index.ts';
import { phoneHashOf, type WithGuard } from '../guards/index.ts';
import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { dayBefore, findPolicy } from '../policies/index.ts';
import { sameListDays, samePayoutDays } from './batch.ts';
import {
  findSameList,
  readPhoneFacts,
  readReferencesPaid,
  readSamePayouts,
  type SamePayout,
  sumSentSince,
} from './fact-statements.ts';
import { judgeRows, type ListFacts, payoutKeyOf } from './judge-rows.ts';
import type { RowWarning } from './payout-row.ts';
import type { BatchRow } from './read-statements.ts';
import { listRows, type StoredRow, storeWarnings } from './row-statements.ts';
import { storeChecked } from './statements.ts';
import { type BatchFindings, readNotes } from './stored-rows.ts';

type GoodStored = StoredRow & { phone: string; amount: number };
type Checked = GoodStored & { warnings: RowWarning[] };

/**
 * Compares the rows of a batch with what was paid before and with what the application allows, and makes it a draft. Safe to
 * run twice: the rows keep what the list itself says, and what was found is written anew.
 */
export async function checkBatch(ctx: Context & WithGuard, batch: BatchRow): Promise<void> {
  const now = ctx.clock.now();
  const rows = (await listRows(ctx.db.pool, batch.id)).filter(isGoodStored);
  const facts = await readFacts(ctx, batch, rows, now);
  const found = judgeRows(rows, facts);
  const checked = rows.map((row): Checked => {
    const own = readNotes(row).warnings.filter(({ code }) => !foundHere.has(code));
    return { ...row, warnings: [...(found.get(row.number) ?? []), ...own] };
  });
  const findings = await summarise(ctx, batch, checked, now);
  await ctx.db.transaction(async (db) => {
    if (await storeChecked(db, batch.id, { findings, at: now })) await storeWarnings(db, batch.id, checked);
  });
}

/** The codes that only this check gives. */
const foundHere: ReadonlySet<string> = new Set<RowWarning['code']>([
  'payee_changed',
  'payee_first',
  'name_different',
  'paid_recently',
  'waits_elsewhere',
  'above_limit',
  'stopped_by_rule',
  'held_by_rule',
]);

const isGoodStored = (row: StoredRow): row is GoodStored => row.state === 'good';

async function readFacts(
  ctx: Context & WithGuard,
  batch: BatchRow,
  rows: readonly GoodStored[],
  now: Date,
): Promise<ListFacts> {
  const { pool } = ctx.db;
  const { applicationId, environment, id: batchId } = batch;
  const tenant = { applicationId, environment };
  const keys = rows.flatMap(({ referenceKey }) => referenceKey ?? []);
  const [phones, same, references, policy, judgements] = await Promise.all([
    readPhoneFacts(
      pool,
      tenant,
      rows.map(({ phone }) => phone),
      dayBefore(now),
    ),
    readSamePayouts(pool, { ...tenant, batchId }, rows, later(now, -samePayoutDays * dayMs)),
    readReferencesPaid(pool, tenant, keys),
    findPolicy(pool, tenant),
    judgeReceivers(pool, tenant, rows, { phoneHash: phoneHashOf(ctx), now }),
  ]);
  return {
    phones: new Map(phones.map((each) => [each.phone, each])),
    same: grouped(same),
    references: new Map(references.map(({ referenceKey, ...paid }) => [referenceKey, paid])),
    rules: new Map(
      judgements.flatMap(({ refusal, hold }, index): [number, 'refuse' | 'hold'][] => {
        const row = rows[index];
        return row && (refusal || hold) ? [[row.number, refusal ? 'refuse' : 'hold']] : [];
      }),
    ),
    policy,
  };
}

function grouped(same: readonly SamePayout[]): ReadonlyMap<string, SamePayout[]> {
  const groups = new Map<string, SamePayout[]>();
  for (const each of same) groups.set(payoutKeyOf(each), [...(groups.get(payoutKeyOf(each)) ?? []), each]);
  return groups;
}

async function summarise(ctx: Context, batch: BatchRow, rows: readonly Checked[], now: Date): Promise<BatchFindings> {
  const { pool } = ctx.db;
  const sum = (of: readonly Checked[]) => of.reduce((total, { amount }) => total + amount, 0);
  const warnings: Record<string, number> = {};
  for (const row of rows) {
    for (const code of new Set(row.warnings.map((each) => each.code))) warnings[code] = (warnings[code] ?? 0) + 1;
  }
  const [sameList, { perDay }, used] = await Promise.all([
    findSameList(pool, { ...batch, batchId: batch.id, now }, sameListDays),
    findPolicy(pool, batch),
    sumSentSince(pool, batch, dayBefore(now)),
  ]);
  const isAbove = perDay !== null && used + sum(rows) > perDay;
  return {
    sameList: sameList ?? null,
    warnings,
    firstAmount: sum(rows.filter(({ warnings: own }) => own.some(({ code }) => code === 'payee_first'))),
    limits: isAbove ? [{ limit: 'per_day', max: perDay, used }] : [],
  };
}
