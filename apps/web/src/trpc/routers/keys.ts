import { createKeySchema, revokeKey, revokeKeySchema, rotateKeySchema } from '@tillgate/domain/keys';
import { askForKey, askForKeyAgain, askForRotatedKey } from '@tillgate/domain/orders';
import { listKeys } from '@tillgate/domain/reading/keys';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const write = tenantProcedure('keys.write', { reauthentication: 'production' });

export const keysRouter = createRouter({
  list: tenantProcedure('keys.read').query(async ({ ctx }) => toWire(await listKeys(ctx.tenantCtx))),

  create: write
    .input(verbInput(createKeySchema))
    .mutation(async ({ ctx, input }) => toWire(await askForKey(ctx.tenantCtx, withoutTenant(input)))),

  rotate: write
    .input(verbInput(rotateKeySchema))
    .mutation(async ({ ctx, input }) => toWire(await askForRotatedKey(ctx.tenantCtx, withoutTenant(input)))),

  /** Asks a second person again about a key that waits for one. */
  askAgain: tenantProcedure('keys.grant', { reauthentication: 'production' })
    .input(verbInput(revokeKeySchema.pick({ keyId: true })))
    .mutation(({ ctx, input }) => askForKeyAgain(ctx.tenantCtx, withoutTenant(input))),

  revoke: tenantProcedure('keys.write', { reauthentication: 'production', whileSuspended: true })
    .input(verbInput(revokeKeySchema))
    .mutation(async ({ ctx, input }) => toWire(await revokeKey(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant }))),
});
