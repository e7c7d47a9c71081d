import { listDeliveries } from '@tillgate/domain/reading/deliveries';
import { browseEvents } from '@tillgate/domain/reading/events';
import { reportHome } from '@tillgate/domain/reading/home';
import { browsePayments, listPayments, listPaymentsSchema } from '@tillgate/domain/reading/payments';
import { reportCollections } from '@tillgate/domain/reading/reports';
import { searchAnything } from '@tillgate/domain/reading/search';
import type { World } from '../world.ts';
import * as byHand from './by-hand.ts';

/** A read of the product, and statements by hand with the same answer. */
export type Read = { name: string; product: () => Promise<unknown>; hand: () => Promise<unknown> };

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
const day = (daysAgo: number) => ago(daysAgo).toISOString().slice(0, 10);

/** What people and programs read of the largest merchant. */
export async function readsOf({ db, merchant }: World): Promise<Read[]> {
  const { applicationId, organizationId } = merchant;
  const ctx = merchant.as('sandbox');
  const { pool } = db;
  const ask = (text: string, ...values: unknown[]) => pool.query(text, [applicationId, ...values]);
  const { rows } = await ask(byHand.examples);
  const [{ phone, receipt, endpointId }] = rows as [{ phone: string; receipt: string; endpointId: string }];
  const [since, [from, to]] = [ago(60), [ago(45), ago(44)]];
  const moved = { movedFrom: from.toISOString(), movedTo: to.toISOString() };
  const tenant = { applicationId, environment: 'sandbox' as const };
  const period = { from: day(89), to: day(0), compare: false };
  const search = (text: string) => () => searchAnything(ctx, { text });
  const both = (money: string, text: string) => () => Promise.all([ask(money, text), ask(byHand.searchRequests, text)]);
  return [
    { name: 'payments, first page', product: () => browsePayments(ctx, {}), hand: () => ask(byHand.page()) },
    {
      name: 'payments of the API, first page',
      product: () => listPayments(ctx, listPaymentsSchema.parse({ limit: '50' })),
      hand: () => ask(byHand.apiPage),
    },
    {
      name: 'payments, failed before 60 days',
      product: () => browsePayments(ctx, { status: 'failed', createdTo: since.toISOString() }),
      hand: () => ask(byHand.page(`AND status = 'failed' AND created_at < $2`), since),
    },
    {
      name: 'payments, one result code',
      product: () => browsePayments(ctx, { resultCode: '2001' }),
      hand: () => ask(byHand.page(`AND status = 'failed' AND result_code = '2001'`)),
    },
    {
      name: 'payments of a phone',
      product: () => browsePayments(ctx, { phone }),
      hand: () => ask(byHand.page('AND phone = $2'), phone),
    },
    {
      name: 'payments, offline of KES 15,000 and more',
      product: () => browsePayments(ctx, { source: 'c2b', amountMin: 15_000 }),
      hand: () => ask(byHand.page(`AND source = 'c2b' AND amount >= 15000`)),
    },
    {
      name: 'payments, money moved on a day 45 days ago',
      product: () => browsePayments(ctx, moved),
      hand: () => ask(byHand.page(byHand.movedBetween), from, to),
    },
    {
      name: 'events, first page',
      product: () => browseEvents(ctx, {}),
      hand: () => ask(byHand.events),
    },
    {
      name: 'deliveries of an endpoint, first page',
      product: () => listDeliveries(ctx, { ...tenant, endpointId }),
      hand: () => pool.query(byHand.deliveries, [endpointId]),
    },
    {
      name: '90 days by day',
      product: () => reportCollections(ctx, tenant, period),
      hand: () => ask(byHand.collections('application_id = $1'), ago(90)),
    },
    {
      name: '90 days by day, of an organization',
      product: () => reportCollections(ctx, { organizationId, environment: 'sandbox' }, period),
      hand: () => pool.query(byHand.collections(byHand.ofOrganization), [organizationId, ago(90)]),
    },
    { name: 'search for a phone', product: search(phone), hand: both(byHand.searchPhone, phone) },
    { name: 'search for a receipt', product: search(receipt), hand: both(byHand.searchReceipt, receipt) },
    {
      name: 'home',
      product: () => reportHome({ ...ctx, actor: `user:${merchant.owner.userId}` }, { timeZone: 'UTC' }),
      hand: () => byHand.home(ask),
    },
  ];
}
