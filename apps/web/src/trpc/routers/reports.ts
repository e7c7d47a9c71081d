import { homeReportSchema, reportHome, reportSetup } from '@tillgate/domain/reading/home';
import { browsePayments } from '@tillgate/domain/reading/payments';
import { createRouter, tenantProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

const recentMax = 6;

export const reportsRouter = createRouter({
  home: tenantProcedure('reports.read')
    .input(homeReportSchema)
    .query(async ({ ctx, input: { timeZone } }) => toWire(await reportHome(ctx.tenantCtx, { timeZone }))),

  setup: tenantProcedure('reports.read').query(async ({ ctx }) => ({
    ...(await reportSetup(ctx.tenantCtx)),
    apiUrl: ctx.deps.settings.publicBaseUrl,
  })),

  recent: tenantProcedure('payments.read').query(async ({ ctx }) => {
    const { payments } = await browsePayments(ctx.tenantCtx, { limit: recentMax });
    return { payments };
  }),
});
