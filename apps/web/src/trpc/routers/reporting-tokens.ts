import { listReportingTokens } from '@tillgate/domain/reading/reporting-tokens';
import {
  createReportingToken,
  createReportingTokenSchema,
  revokeReportingToken,
  revokeReportingTokenSchema,
} from '@tillgate/domain/reporting-tokens';
import { createRouter, organizationProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** Tokens that BI tools read the reporting API with. */
export const reportingTokensRouter = createRouter({
  list: organizationProcedure('reportingTokens.read').query(async ({ ctx }) =>
    toWire(await listReportingTokens(ctx.actorCtx, { organizationId: ctx.organizationId })),
  ),

  create: organizationProcedure('reportingTokens.write', { reauthentication: true })
    .input(verbInput(createReportingTokenSchema))
    .mutation(async ({ ctx, input }) =>
      toWire(await createReportingToken(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
    ),

  revoke: organizationProcedure('reportingTokens.write', { reauthentication: true, whileSuspended: true })
    .input(verbInput(revokeReportingTokenSchema))
    .mutation(async ({ ctx, input }) =>
      toWire(await revokeReportingToken(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
    ),
});
