import { type Hit, type HitKind, searchAnything } from '@tillgate/domain/search';
import { z } from 'zod';
import { tenantPath } from '@/features/shell/tenant';
import { createRouter, type TenantInput, tenantProcedure } from '../init.ts';

/** Where each kind is shown; lists for what has no page of its own. */
const pages: Record<HitKind, (id: string) => string> = {
  payment: (id) => `payments/${id}`,
  disbursement: (id) => `payouts/${id}`,
  inquiry: () => 'inquiries',
  order: (id) => `approvals/${id}`,
  delivery: (id) => `developers/deliveries/${id}`,
  event: (id) => `developers/events?event=${id}`,
  endpoint: (id) => `developers/endpoints/${id}`,
  key: () => 'developers/keys',
  request: (id) => `developers/requests?request=${id}`,
};

const view = (tenant: TenantInput, { kind, id, title, detail, status, amount, at }: Hit) => ({
  kind,
  id,
  title,
  subtitle: detail,
  status,
  amount,
  at,
  href: tenantPath(tenant, pages[kind](id)),
});

export const searchRouter = createRouter({
  /** Whatever a pasted text names, of the kinds that the role may read. */
  find: tenantProcedure('payments.read')
    .input(z.object({ text: z.string() }))
    .query(async ({ ctx, input }) => {
      const hits = await searchAnything({ ...ctx.tenantCtx, role: ctx.role }, { text: input.text });
      return { hits: hits.map((hit) => view(ctx.tenantCtx.tenant, hit)) };
    }),
});
