import { listPlaces, permissionsOf } from '@tillgate/domain/organizations';
import { createRouter, personProcedure, tenantProcedure } from '../init.ts';

/** What the frame around the pages shows. */
export const navigationRouter = createRouter({
  /** Where the person may go, and who they are. */
  places: personProcedure.query(async ({ ctx }) => ({
    person: { email: ctx.person.email, name: ctx.person.name },
    places: await listPlaces(ctx.actorCtx, { userId: ctx.person.userId }),
  })),
  /** What the person may do here. Every role may ask. */
  tenant: tenantProcedure('organization.leave').query(({ ctx }) => ({
    role: ctx.role,
    organizationId: ctx.organizationId,
    permissions: permissionsOf(ctx.role),
  })),
});
