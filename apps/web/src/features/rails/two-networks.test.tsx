import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { permissionsOf } from '@tillgate/domain/organizations';
import type { RailName } from '@tillgate/domain/rails/labels';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PromptForm } from '@/features/handset/prompt-form';
import { InquiriesPage } from '@/features/inquiries/inquiries-page';
import { PaymentPage } from '@/features/payments/detail/payment-page';
import { PaymentsList } from '@/features/payments/list/payments-list';
import { DisbursementPage } from '@/features/payouts/disbursement-page';
import { PayoutsPage } from '@/features/payouts/payouts-page';
import { FrameContext } from '@/features/shell/frame-context';
import { type Locale, localeCookie, locales } from '@/i18n/locale';
import { namespaces } from '@/i18n/namespaces';
import { createCalls } from '@/trpc/calls';
import { createOptions } from '@/trpc/options';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';

/** What the server said stands under these keys. Nothing is called. */
const trpc = createOptions(createCalls({ url: '/', itemsMax: 1, urlLengthMax: 1 }));
const numbers: Record<RailName, string> = { mpesa: '600100', airtel: 'airtel:450123' };

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
});
afterAll(() => test?.close());

let shop: SeededMerchant;
let client: QueryClient;
beforeEach(async () => {
  shop = await seed(deps.seeding).owner().application().mint();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
});

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });
const textsOf = (locale: Locale) =>
  Object.fromEntries(
    namespaces.map((name) => [
      name,
      JSON.parse(readFileSync(new URL(`../../../messages/${locale}/${name}.json`, import.meta.url), 'utf8')),
    ]),
  );
const caller = (locale: Locale) =>
  callerOf(deps, signedIn(deps, shop.owner), { headers: new Headers({ cookie: `${localeCookie}=${locale}` }) });

/** The words of a page of an application with accounts at these networks. */
function show(page: ReactNode, locale: Locale, rails: readonly RailName[], search = ''): string {
  const facts = {
    role: 'owner' as const,
    organizationId: '',
    permissions: permissionsOf('owner'),
    waitingOrders: 0,
    openReviews: { value: 0, more: false },
    suspension: null,
    providers: rails.map((rail) => ({
      rail,
      environment: 'sandbox' as const,
      state: 'answering' as const,
      since: '2026-01-01T00:00:00.000Z',
    })),
    icons: {},
  };
  const onError = (error: Error) => {
    throw error;
  };
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale} messages={textsOf(locale)} timeZone="Africa/Nairobi" onError={onError}>
      <AppRouterContext value={{} as never}>
        <PathnameContext value="/page">
          <SearchParamsContext value={new URLSearchParams(search)}>
            <PathParamsContext value={tenant()}>
              <QueryClientProvider client={client}>
                <FrameContext value={facts}>{page}</FrameContext>
              </QueryClientProvider>
            </PathParamsContext>
          </SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>
    </IntlProvider>,
  );
  // A field to choose a network names them all.
  return html.replace(/<select[^>]*>.*?<\/select>/gs, '');
}

const token = () => randomUUID().replaceAll('-', '').repeat(2);
const common = (rail: RailName) => ({
  ...tenant(),
  id: randomUUID(),
  rail,
  shortcode: numbers[rail],
  callbackToken: token(),
  createdAt: deps.context.clock.now(),
});

/** Payments in all states, and of all ways to fail without an explanation of the network itself. */
async function seedPayments(rail: RailName): Promise<string[]> {
  const now = deps.context.clock.now();
  const pending = { status: 'pending', checkoutRequestId: token(), promptedAt: now } as const;
  const failed = (resultCode: string, settledBy: 'callback' | 'push' | 'expiry') =>
    ({ status: 'failed', resultCode, resultDesc: 'Odd', settledBy, settledAt: now }) as const;
  const states: Partial<Prisma.PaymentUncheckedCreateInput>[] = [
    pending,
    { status: 'pending' },
    {
      status: 'success',
      providerReceipt: token().slice(0, 12),
      resultCode: '0',
      settledBy: 'callback',
      settledAt: now,
    },
    failed('no-such-code', 'callback'),
    failed('expired_unanswered', 'expiry'),
    failed('http_429', 'push'),
    failed('too_late', 'push'),
    failed('resolved_not_paid', 'callback'),
  ];
  const data = states.map((state) => ({
    ...{ ...common(rail), source: 'stk' as const, amount: 10, requestedAmount: 10, phone: '254712345678' },
    ...{ accountRef: 'INV-1', description: 'Payment', status: 'pending' as const },
    ...state,
  }));
  await test.database.prisma.payment.createMany({ data });
  return data.map(({ id }) => id);
}

async function seedPayouts(rail: RailName): Promise<string[]> {
  const now = deps.context.clock.now();
  const ended = (resultCode: string) => ({
    resultCode,
    resultDesc: 'Odd',
    settledBy: 'result' as const,
    settledAt: now,
  });
  const states: Partial<Prisma.DisbursementUncheckedCreateInput>[] = [
    { status: 'pending', nextInquiryAt: now },
    { status: 'pending', acknowledgedAt: now, nextInquiryAt: now },
    { status: 'success', acknowledgedAt: now, providerReceipt: token().slice(0, 12), ...ended('0') },
    { status: 'failed', ...ended('no-such-code') },
    { status: 'failed', ...ended('resolved_not_paid') },
  ];
  const data = states.map((state) => ({
    ...{ ...common(rail), kind: 'payout' as const, status: 'pending' as const, amount: 5, phone: '254733123456' },
    ...{ remarks: 'Rent', commandId: 'BusinessPayment', originatorConversationId: token() },
    ...state,
  }));
  await test.database.prisma.disbursement.createMany({ data });
  return data.map(({ id }) => id);
}

async function showPayments(rail: RailName, locale: Locale, rails: readonly RailName[]): Promise<string[]> {
  const ids = await seedPayments(rail);
  const details = await Promise.all(ids.map((paymentId) => caller(locale).payments.get({ ...tenant(), paymentId })));
  return ids.flatMap((paymentId, index) => {
    client.setQueryData(trpc.payments.get.queryOptions({ ...tenant(), paymentId }).queryKey, details[index]);
    const tabs = ['', 'tab=callbacks', 'tab=webhooks', 'tab=request'];
    return tabs.map((tab) => show(<PaymentPage paymentId={paymentId} />, locale, rails, tab));
  });
}

async function showPayouts(rail: RailName, locale: Locale, rails: readonly RailName[]): Promise<string[]> {
  const ids = await seedPayouts(rail);
  const details = await Promise.all(
    ids.map((disbursementId) => caller(locale).payouts.get({ ...tenant(), disbursementId })),
  );
  return ids.map((disbursementId, index) => {
    client.setQueryData(trpc.payouts.get.queryOptions({ ...tenant(), disbursementId }).queryKey, details[index]);
    return show(<DisbursementPage disbursementId={disbursementId} />, locale, rails);
  });
}

async function showLists(rail: RailName, locale: Locale, rails: readonly RailName[]): Promise<string[]> {
  await seedPayments(rail);
  await seedPayouts(rail);
  const ended = { resultCode: '0', resultDesc: 'Odd', endedAt: deps.context.clock.now() };
  const asked = { kind: 'account_balance' as const, status: 'failed' as const, identifierType: '4' };
  await test.database.prisma.inquiry.create({ data: { ...common(rail), remarks: 'r', ...asked, ...ended } });
  const { payments, payouts, inquiries } = caller(locale);
  client.setQueryData(trpc.payments.list.queryOptions(tenant()).queryKey, await payments.list(tenant()));
  client.setQueryData(trpc.payouts.list.queryOptions(tenant()).queryKey, await payouts.list(tenant()));
  client.setQueryData(trpc.inquiries.list.queryOptions(tenant()).queryKey, await inquiries.list(tenant()));
  const columns = { hiddenColumns: [], columnsChoice: null };
  return [<PaymentsList key="a" {...columns} />, <PayoutsPage key="b" {...columns} />, <InquiriesPage key="c" />].map(
    (page) => show(page, locale, rails),
  );
}

function showHandset(rail: RailName, locale: Locale, rails: readonly RailName[]): string[] {
  const prompt = {
    ...{ paymentId: randomUUID(), rail, number: '450123', phone: '254733123456', amount: 10 },
    ...{ accountReference: 'INV-1', description: 'Payment', scenario: null },
  };
  const page = <PromptForm prompt={prompt as never} isAnswering={false} onAnswer={() => undefined} />;
  return [show(page, locale, rails)];
}

const pages = [showPayments, showPayouts, showLists, showHandset];

describe.each(locales)('in %s', (locale) => {
  it.each(pages)('with two networks, %o says of a row its own network', async (shown) => {
    const found = await shown('airtel', locale, ['mpesa', 'airtel']);
    for (const html of found) {
      expect(html).toContain('Airtel Money');
      expect(html).not.toMatch(/M-PESA|airtel:/);
    }
  });

  it.each(pages)('with one network, %o names no other and offers no choice', async (shown) => {
    const found = await shown('mpesa', locale, ['mpesa']);
    expect(found.some((html) => html.includes('M-PESA'))).toBe(true);
    for (const html of found) expect(html).not.toMatch(/Airtel|airtel|>Network<|>Mtandao</);
  });
});
