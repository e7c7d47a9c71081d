import { hasPermission } from '@tillgate/domain';
import { permissionsOf } from '@tillgate/domain/organizations';
import { findDelay } from '@tillgate/domain/reading/backlog';
import { findOpenGap } from '@tillgate/domain/reading/gaps';
import { listPlaces } from '@tillgate/domain/reading/members';
import { countWaitingOrders } from '@tillgate/domain/reading/orders';
import { findProviderStates } from '@tillgate/domain/reading/provider-state';
import { countOpenReviews } from '@tillgate/domain/reading/reviews';
import { createRouter, personProcedure, tenantProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

/** What the frame around the pages shows. */
export const navigationRouter = createRouter({
  /** Who the person is and where they may go. */
  places: personProcedure.query(async ({ ctx }) => ({
    person: { email: ctx.person.email, name: ctx.person.name },
    places: await listPlaces(ctx.actorCtx, ctx.person),
  })),
  /** What the person may do here, what waits for a decision and what waits for a look. Every role may ask. */
  tenant: tenantProcedure('organization.leave').query(async ({ ctx }) => ({
    role: ctx.role,
    organizationId: ctx.organizationId,
    permissions: permissionsOf(ctx.role),
    /** Since when, and why, the operator refuses changes here. */
    suspension: toWire(ctx.suspension ?? null),
    /** The gap of a restore that stops money out now; null without one. */
    gap: toWire(await findOpenGap(ctx.tenantCtx)),
    /** Since when something of this application waits to be processed; null when nothing waits long. */
    delayedSince: toWire(await findDelay(ctx.tenantCtx)),
    /** Whether each network of the tenant answers, and since when. */
    providers: toWire(await findProviderStates(ctx.tenantCtx)),
    waitingOrders: hasPermission(ctx.tenantCtx, 'orders.read') ? await countWaitingOrders(ctx.tenantCtx) : 0,
    openReviews: hasPermission(ctx.tenantCtx, 'reviews.read')
      ? await countOpenReviews(ctx.tenantCtx)
      : { value: 0, more: false },
  })),
});
