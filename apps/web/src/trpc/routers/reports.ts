import { titleForPeople } from '@tillgate/domain/catalogue';
import { homeReportSchema, reportHome, reportSetup } from '@tillgate/domain/reading/home';
import { browsePayments } from '@tillgate/domain/reading/payments';
import {
  balancesSchema,
  collectionsSchema,
  payoutsSchema,
  reasonTitles,
  reportBalances,
  reportCollections,
  reportPayouts,
  reportSettlement,
  settlementSchema,
} from '@tillgate/domain/reading/reports';
import { z } from 'zod';
import type { Locale } from '@/i18n/locale';
import { sayReasonsOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const recentMax = 6;
/** A report may add up two years of hours. */
const reportCost = 5;

// The scope decides the owner of the figures. Pages choose reasons by grouping.
const ofOne = { applicationIds: true } as const;
const ofAllReasons = { ...ofOne, resultCodes: true } as const;
const collectionsInput = z.object(collectionsSchema.shape).omit(ofAllReasons);
const payoutsInput = z.object(payoutsSchema.shape).omit(ofAllReasons);
const settlementInput = z.object(settlementSchema.shape).omit(ofOne);
const balancesInput = z.object(balancesSchema.shape).omit(ofOne);

const reading = tenantProcedure('reports.read');
const adding = tenantProcedure('reports.read', { cost: reportCost });

type Grouped = { groupBy: string; current: { groups: { group: string | null }[] } };

/** The words of the reasons that a report is broken down by; none for other reports. */
function titlesOf(kind: 'payment' | 'payout', { groupBy, current }: Grouped, locale: Locale): Record<string, string> {
  if (groupBy !== 'reason') return {};
  const codes = current.groups.flatMap(({ group }) => group ?? []);
  const titles = Object.entries(reasonTitles(kind, codes));
  return Object.fromEntries(titles.map(([code, title]) => [code, titleForPeople(title, locale)]));
}

/** Home and reports. Sums are decimal text of whole KES. */
export const reportsRouter = createRouter({
  home: reading.input(homeReportSchema).query(async ({ ctx, input: { timeZone } }) => {
    const home = await reportHome(ctx.tenantCtx, { timeZone });
    const reasons = home.reasons.map((reason) => ({ ...reason, title: titleForPeople(reason.title, ctx.locale) }));
    return toWire({ ...home, reasons });
  }),

  setup: reading.query(async ({ ctx }) => ({
    ...(await reportSetup(ctx.tenantCtx)),
    apiUrl: ctx.deps.settings.publicBaseUrl,
  })),

  recent: tenantProcedure('payments.read').query(async ({ ctx }) => {
    const { payments } = await browsePayments(ctx.tenantCtx, { limit: recentMax });
    return { payments: sayReasonsOf(payments, ctx.locale) };
  }),

  collections: adding.input(verbInput(collectionsInput)).query(async ({ ctx, input }) => {
    const report = await reportCollections(ctx.tenantCtx, ctx.tenantCtx.tenant, withoutTenant(input));
    return toWire({ ...report, titles: titlesOf('payment', report, ctx.locale) });
  }),

  payouts: adding.input(verbInput(payoutsInput)).query(async ({ ctx, input }) => {
    const report = await reportPayouts(ctx.tenantCtx, ctx.tenantCtx.tenant, withoutTenant(input));
    return toWire({ ...report, titles: titlesOf('payout', report, ctx.locale) });
  }),

  settlement: adding.input(verbInput(settlementInput)).query(async ({ ctx, input }) => {
    const report = await reportSettlement(ctx.tenantCtx, ctx.tenantCtx.tenant, withoutTenant(input));
    return toWire({ ...report, titles: {} as Record<string, string> });
  }),

  /** The last answer about balances in each hour, day, week or month. */
  balances: adding
    .input(verbInput(balancesInput))
    .query(async ({ ctx, input }) =>
      toWire(await reportBalances(ctx.tenantCtx, ctx.tenantCtx.tenant, withoutTenant(input))),
    ),
});
