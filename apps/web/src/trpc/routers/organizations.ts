import { createApplication, renameApplication, renameApplicationSchema } from '@tillgate/domain/applications';
import { may, requireSignIn, requireSignInSchema } from '@tillgate/domain/organizations';
import { readRequiredSignIn } from '@tillgate/domain/reading/members';
import { z } from 'zod';
import { createRouter, organizationProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';

const write = organizationProcedure('applications.write');

/** What organizations have. */
export const organizationsRouter = createRouter({
  /** What every session must have to see the organization, and what the asking person may require. */
  signInRule: organizationProcedure('members.read').query(async ({ ctx }) => ({
    requirement: await readRequiredSignIn(ctx.actorCtx, { organizationId: ctx.organizationId }),
    mayChange: may(ctx.role, 'organization.secure'),
    providerName: ctx.deps.settings.oidc?.name ?? null,
    own: ctx.person.signIn,
  })),

  requireSignIn: organizationProcedure('organization.secure', { reauthentication: true })
    .input(verbInput(requireSignInSchema))
    .mutation(({ ctx, input }) =>
      requireSignIn(
        { ...ctx.actorCtx, hasProvider: ctx.deps.settings.oidc !== undefined },
        { ...input, organizationId: ctx.organizationId },
      ),
    ),

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
