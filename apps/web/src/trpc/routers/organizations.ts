import { createApplication, renameApplication } from '@tillgate/domain/applications';
import { z } from 'zod';
import { createRouter, organizationProcedure } from '../init.ts';

const write = organizationProcedure('applications.write');

/** What organizations have. */
export const organizationsRouter = createRouter({
  createApplication: write
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input: { organizationId, name } }) => createApplication(ctx.actorCtx, { organizationId, name })),

  renameApplication: write
    .input(z.object({ applicationId: z.string(), name: z.string() }))
    .mutation(({ ctx, input: { organizationId, applicationId, name } }) =>
      renameApplication(ctx.actorCtx, { organizationId, applicationId, name }),
    ),
});
