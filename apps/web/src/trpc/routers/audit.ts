import { type BrowseAuditInput, browseAudit } from '@tillgate/domain/reading/audit';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { pageFields } from '../page-fields.ts';
import { toWire } from '../wire.ts';

export const auditRouter = createRouter({
  list: tenantProcedure('audit.read')
    .input(
      z.object({
        ...pageFields,
        actor: z.string().optional(),
        actorKind: z.string().optional(),
        action: z.string().optional(),
        subjectId: z.string().optional(),
        /** Not the tenant's environment, which is a field of every input: the audit is of both. */
        only: z.string().optional(),
      }),
    )
    .query(async ({ ctx, input: { applicationId: _, environment: __, only, ...filters } }) =>
      // The verb judges what the filters may be.
      toWire(await browseAudit(ctx.tenantCtx, { ...filters, environment: only } as BrowseAuditInput)),
    ),
});
