import { createApplication, renameApplication, renameApplicationSchema } from '@tillgate/domain/applications';
import { z } from 'zod';
import { createRouter, organizationProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';

const write = organizationProcedure('applications.write');

/** What organizations have. */
export const organizationsRouter = createRouter({
  createApplication: organizationProcedure('applications.write', { reauthentication: true })
    .input(verbInput(renameApplicationSchema.pick({ name: true })))
    .mutation(({ ctx, input: { name } }) =>
      createApplication(ctx.actorCtx, { organizationId: ctx.organizationId, name }),
    ),

  renameApplication: write
    .input(verbInput(renameApplicationSchema))
    // The application of an organization is no scope here: the verb checks that it belongs to the organization.
    .input(z.object({ applicationId: renameApplicationSchema.shape.applicationId }))
    .mutation(({ ctx, input }) => renameApplication(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
});
