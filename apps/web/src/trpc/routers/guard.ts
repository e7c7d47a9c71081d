import {
  changeRuleSchema,
  entryIdSchema,
  newEntrySchema,
  newRuleSchema,
  phoneFileSchema,
  ruleIdSchema,
} from '@tillgate/domain/guards';
import {
  addGuardRule,
  addListEntry,
  changeGuardRule,
  importListFile,
  previewListFile,
  removeGuardRule,
  removeListEntry,
} from '@tillgate/domain/orders';
import {
  browseDecisions,
  browseDecisionsSchema,
  browseEntries,
  browseEntriesSchema,
  getGuard,
  tryRule,
  tryRuleSchema,
} from '@tillgate/domain/reading/guards';
import { sayIssue } from '@/say/say-issue';
import { createRouter, tenantProcedure } from '../init.ts';
import { patternCost } from '../procedure-limits.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** Reading a file of some thousand phones. */
const fileCost = 20;

/** Rules for prompts and payouts, and what they said. */
export const guardRouter = createRouter({
  get: tenantProcedure('policy.read').query(({ ctx }) => getGuard(ctx.tenantCtx)),
  decisions: tenantProcedure('policy.read')
    .input(verbInput(browseDecisionsSchema))
    .query(async ({ ctx, input }) => toWire(await browseDecisions(ctx.tenantCtx, withoutTenant(input)))),
  tryRule: tenantProcedure('policy.read', { cost: patternCost })
    .input(verbInput(tryRuleSchema))
    .query(({ ctx, input }) => tryRule(ctx.tenantCtx, withoutTenant(input))),
  add: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(newRuleSchema))
    .mutation(({ ctx, input }) => addGuardRule(ctx.tenantCtx, withoutTenant(input))),
  change: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(changeRuleSchema))
    .mutation(({ ctx, input }) => changeGuardRule(ctx.tenantCtx, withoutTenant(input))),
  remove: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(ruleIdSchema))
    .mutation(({ ctx, input }) => removeGuardRule(ctx.tenantCtx, withoutTenant(input))),
  entries: tenantProcedure('policy.read')
    .input(verbInput(browseEntriesSchema.omit({ phone: true })))
    .query(async ({ ctx, input }) => toWire(await browseEntries(ctx.tenantCtx, withoutTenant(input)))),
  /** The entries of a phone. A mutation, so that no address has the number. */
  findPhone: tenantProcedure('policy.read')
    .input(verbInput(browseEntriesSchema.pick({ phone: true })))
    .mutation(async ({ ctx, input }) => toWire(await browseEntries(ctx.tenantCtx, withoutTenant(input)))),
  addEntry: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(newEntrySchema))
    .mutation(({ ctx, input }) => addListEntry(ctx.tenantCtx, withoutTenant(input))),
  removeEntry: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(entryIdSchema))
    .mutation(({ ctx, input }) => removeListEntry(ctx.tenantCtx, withoutTenant(input))),
  /** What an import would change. A mutation, because its input is a file. */
  previewFile: tenantProcedure('policy.write', { cost: fileCost })
    .input(verbInput(phoneFileSchema))
    .mutation(async ({ ctx, input }) => {
      const { problems, ...preview } = await previewListFile(ctx.tenantCtx, withoutTenant(input));
      return { ...preview, problems: problems.map(({ row, why }) => ({ row, why: sayIssue(why, ctx.locale) })) };
    }),
  importFile: tenantProcedure('policy.write', { cost: fileCost, reauthentication: true })
    .input(verbInput(phoneFileSchema))
    .mutation(({ ctx, input }) => importListFile(ctx.tenantCtx, withoutTenant(input))),
});
