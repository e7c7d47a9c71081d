import { browseAudit, browseAuditSchema } from '@tillgate/domain/reading/audit';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** The audit is of both environments. `environment` of every input is that of the tenant, so the filter has another name. */
const environmentFilter = z.object({ only: browseAuditSchema.shape.environment });

export const auditRouter = createRouter({
  list: tenantProcedure('audit.read')
    .input(verbInput(browseAuditSchema))
    .input(environmentFilter)
    .query(async ({ ctx, input }) => {
      const { only, ...filters } = withoutTenant(input);
      return toWire(await browseAudit(ctx.tenantCtx, { ...filters, environment: only }));
    }),
});
