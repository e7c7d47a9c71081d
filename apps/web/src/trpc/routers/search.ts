import type { Tenant } from '@tillgate/domain';
import { dayOf } from '@tillgate/domain/reading/reconciliation';
import { type Hit, type HitKind, searchAnything } from '@tillgate/domain/reading/search';
import { z } from 'zod';
import { formatMoney } from '@/format/money';
import { createRouter, tenantProcedure } from '../init.ts';
import { searchCost } from '../procedure-limits.ts';

/** Where each kind of row is read, below the tenant's address. */
const pages: Record<HitKind, (id: string, hit: Hit) => string> = {
  code: (id) => `developers/errors?q=${encodeURIComponent(id)}`,
  payment: (id) => `payments/${id}`,
  disbursement: (id) => `payouts/${id}`,
  inquiry: (id) => `inquiries?inquiry=${id}`,
  order: (id) => `approvals/${id}`,
  delivery: (id) => `developers/deliveries/${id}`,
  event: (id) => `developers/events?event=${id}`,
  endpoint: (id) => `developers/endpoints/${id}`,
  key: (id) => `developers/keys?key=${id}`,
  request: (id) => `developers/requests?request=${encodeURIComponent(id)}`,
  review: (id) => `reviews/${id}`,
  statement_line: (_, { shortcode = '', at }) =>
    `reconciliation?${new URLSearchParams({ shortcode, day: dayOf(new Date(at ?? 0)) })}`,
};

function lineOf(tenant: Tenant, hit: Hit) {
  const { kind, id, title, detail, amount, status, at } = hit;
  const subtitle = [amount !== null && formatMoney(amount), detail].filter(Boolean).join(' · ');
  const href = `/a/${tenant.applicationId}/${tenant.environment}/${pages[kind](id, hit)}`;
  return { kind, id, title, subtitle, status, at, href };
}

export const searchRouter = createRouter({
  /** For everybody: of each kind the verb shows what the role may read. */
  find: tenantProcedure('reports.read', { cost: searchCost })
    .input(z.object({ text: z.string() }))
    .query(async ({ ctx, input: { applicationId, environment, text } }) => {
      const hits = await searchAnything(ctx.tenantCtx, { text });
      return { hits: hits.map((hit) => lineOf({ applicationId, environment }, hit)) };
    }),
});
