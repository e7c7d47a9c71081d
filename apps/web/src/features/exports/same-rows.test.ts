import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createEndpoint } from '@tillgate/domain/endpoints';
import { downloadExport, workExport } from '@tillgate/domain/exports';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryList } from '@/features/endpoints/delivery-filters';
import { eventList } from '@/features/events/filters';
import { decisionList } from '@/features/guard/filters';
import { inquiryList } from '@/features/inquiries/filters';
import { linkList } from '@/features/links/filters';
import { type Address, listInput } from '@/features/lists/address';
import { defineList, type ListDefinition } from '@/features/lists/filters';
import { paymentList } from '@/features/payments/filters';
import { payoutList } from '@/features/payouts/filters';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';
import { filterOf, withoutPeriod } from './filter-facts.ts';
import { fillLists } from './same-rows.fixture.ts';
import type { ExportFilter, ExportList } from './types.ts';

// A file has exactly the rows of the list on screen, in its order, whatever its filters are.

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let endpointId: string;
let linkId: string;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().mint();
  const { applicationId } = shop;
  const { judgeWebhookUrl, clock } = deps.context;
  const wish = { applicationId, environment: 'sandbox', url: 'http://localhost:9/hook', description: 'Shop' } as const;
  ({ endpointId } = await createEndpoint({ ...deps.seeding, judgeWebhookUrl }, wish));
  await fillLists(test.database, { applicationId, endpointId, userId: shop.owner.userId, now: clock.now() });
  const newest = { where: { applicationId }, orderBy: { createdAt: 'desc' } } as const;
  linkId = (await test.database.prisma.paymentLink.findFirstOrThrow(newest)).id;
});
afterAll(() => test?.close());

const caller = () => callerOf(deps, signedIn(deps, shop.owner));
const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });

/** What a file of one of several is of, beside the filter of its page. */
const fixed = (list: ExportList): ExportFilter =>
  list === 'deliveries' ? { endpointId } : list === 'link_payments' ? { linkId } : {};

type Found = { ids: string[]; older: string | null };
type Read = (input: ExportFilter) => Promise<Found>;

/**
 * Files of reports have figures: `features/reports/export-of.test.ts` compares them. The rows of a batch are in its order:
 * `exports/batch-files.test.ts` of the domain has them.
 */
type RowList = Exclude<ExportList, `report_${string}` | 'batch_rows'>;

/** How the page of each list reads it, and what its rows are called in a file. */
const lists: Record<RowList, { definition: ListDefinition; id: string; read: Read }> = {
  payments: {
    definition: paymentList,
    id: 'payment_id',
    async read(input) {
      const page = await caller().payments.list({ ...tenant(), ...input, limit: 10 });
      return { ids: page.payments.map(({ paymentId }) => paymentId), older: page.older };
    },
  },
  disbursements: {
    definition: payoutList,
    id: 'disbursement_id',
    async read(input) {
      const page = await caller().payouts.list({ ...tenant(), ...input, limit: 10 });
      return { ids: page.rows.map(({ disbursementId }) => disbursementId), older: page.older };
    },
  },
  inquiries: {
    definition: inquiryList,
    id: 'inquiry_id',
    async read(input) {
      const page = await caller().inquiries.list({ ...tenant(), ...input });
      return { ids: page.rows.map(({ queryId }) => queryId), older: page.older };
    },
  },
  events: {
    definition: eventList,
    id: 'event_id',
    async read(input) {
      const page = await caller().events.list({ ...tenant(), ...input, limit: 10 });
      return { ids: page.rows.map(({ id }) => id), older: page.older };
    },
  },
  guard_decisions: {
    definition: decisionList,
    id: 'decision_id',
    async read(input) {
      const page = await caller().guard.decisions({ ...tenant(), ...input, limit: 10 });
      return { ids: page.rows.map(({ id }) => id), older: page.older };
    },
  },
  deliveries: {
    definition: deliveryList,
    id: 'delivery_id',
    async read(input) {
      const page = await caller().deliveries.list({ ...tenant(), ...input, endpointId, limit: 10 });
      return { ids: page.deliveries.map(({ deliveryId }) => deliveryId), older: page.next };
    },
  },
  links: {
    definition: linkList,
    id: 'link_id',
    async read(input) {
      const page = await caller().links.list({ ...tenant(), ...input, limit: 10 });
      return { ids: page.rows.map(({ id }) => id), older: page.older };
    },
  },
  link_payments: {
    definition: defineList('links', []),
    id: 'attempt_id',
    async read(input) {
      const page = await caller().links.attempts({ ...tenant(), ...input, linkId, limit: 10 });
      return { ids: page.rows.map((row) => row.id), older: page.older };
    },
  },
};

/** The ids of all pages of a list, as its page turns them. */
async function shown(read: Read, input: ExportFilter): Promise<string[]> {
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const page = await read({ ...input, before });
    ids.push(...page.ids);
    before = page.older ?? undefined;
  } while (before !== undefined);
  return ids;
}

async function exported(list: RowList, filter: ExportFilter): Promise<{ ids: unknown[]; counted: number }> {
  const wish = { ...tenant(), list, filter };
  const { rows } = await caller().exports.count(wish);
  const { exportId } = await caller().exports.create({ ...wish, format: 'ndjson' });
  const worker = { ...deps.seeding, db: test.databaseAs('worker') };
  while (!(await workExport(worker, { exportId }, { partRows: 7, rowsMax: 1_000 })).ended);
  const file = await downloadExport(shop.as('sandbox'), { exportId });
  const parts: Buffer[] = [];
  for await (const part of file.parts()) parts.push(part);
  const lines = Buffer.concat(parts).toString().trimEnd().split('\n').slice(0, -1);
  // A payment from the menu was not tried on the page of its link.
  const ids = lines.map((line) => JSON.parse(line)[lists[list].id] ?? JSON.parse(line).payment_id);
  return { ids, counted: rows };
}

const days = () => {
  const day = (back: number) =>
    new Date(deps.context.clock.now().getTime() - back * 86_400_000).toISOString().slice(0, 10);
  return { from: day(2), to: day(1) };
};

describe.each<[RowList, Address[]]>([
  [
    'payments',
    [
      { status: 'failed' },
      { status: 'success', min: '100', max: '300' },
      { reason: '1032' },
      { category: 'customer' },
      { reference: 'INV-3', phone: '0712345671' },
      { review: 'yes' },
    ],
  ],
  ['disbursements', [{ kind: 'payout', status: 'success' }, { mine: '1' }, { phone: '0712345671' }, { review: '1' }]],
  ['inquiries', [{ kind: 'account_balance' }, { status: 'answered' }]],
  ['events', [{ type: 'payment.failed' }, { delivery: 'none' }, { delivery: 'exhausted' }]],
  ['deliveries', [{ status: 'exhausted' }, { type: 'payment.success' }]],
  ['links', [{ status: 'open' }, { status: 'ended', kind: 'many' }, { text: 'ORDER 3' }, { text: 'inv-1' }]],
  ['link_payments', []],
  ['guard_decisions', [{ kind: 'new_payee' }, { mode: 'refuse' }, { kind: 'list', mode: 'watch' }]],
])('a file of %s', (list, addresses) => {
  const { definition, read } = lists[list];
  const hasPeriod = definition.filters.some(({ kind }) => kind === 'period');

  it('has exactly the rows of the list, for each filter of its page', async () => {
    const clock = { timeZone: 'Africa/Nairobi', now: deps.context.clock.now() } as const;
    const everything = await shown(read, {});
    for (const address of [{}, ...addresses, ...(hasPeriod ? [days()] : [])]) {
      const input = filterOf(listInput(definition, address, clock));
      const expected = await shown(read, input);
      const { ids, counted } = await exported(list, { ...input, ...fixed(list) });
      expect({ address, ids }).toEqual({ address, ids: expected });
      expect(counted).toBe(expected.length);
      // The filter does something, and finds something.
      expect(expected.length).toBeGreaterThan(0);
      if (Object.keys(address).length > 0) expect(expected.length).toBeLessThan(everything.length);
    }
  });

  it('can be scheduled with the same filter', async () => {
    const input = filterOf(listInput(definition, { ...addresses[0], ...days() }, { timeZone: 'UTC', now: new Date() }));
    const filter = withoutPeriod(list, { ...input, ...fixed(list) });
    const plan = { format: 'csv', cadence: 'daily', hour: 6, name: list } as const;
    await caller().exports.schedule({ ...tenant(), list, filter, ...plan });
    expect(await caller().exports.schedules(tenant())).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ list, filter })]),
    );
  });
});
