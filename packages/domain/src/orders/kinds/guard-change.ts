import { z } from 'zod';
import {
  isSameEntry,
  isSameRule,
  listChangeLine,
  listedPhoneSchema,
  lockEntry,
  lockRules,
  ruleChangeLine,
  ruleSchema,
  storeEntry,
  storeRule,
} from '../../guards/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { orderRefusals } from '../refusals.ts';
import { orderKind } from './kind.ts';

/** `after` is null when the rule is removed. */
const ruleChange = z.object({ before: ruleSchema, after: ruleSchema.nullable() });
/** `before` is null when the phone was not on the list, `after` when it is taken off. */
const listChanges = z.union([
  z.object({ before: listedPhoneSchema, after: listedPhoneSchema.nullable() }),
  z.object({ before: z.null(), after: listedPhoneSchema }),
]);
type Change = z.output<typeof ruleChange> | z.output<typeof listChanges>;

const isOfList = (change: Change): change is z.output<typeof listChanges> =>
  change.before === null || change.before.kind === 'list';

/**
 * Changes or removes a rule of the guard, or a phone on a list, so that less is stopped, starting from the state at the
 * request. Only the verbs of `set-guard-rule.ts` and `set-list-entry.ts` request it.
 */
export const guardChange = orderKind({
  permission: 'policy.write',
  needsInitiator: false,
  isInHouse: true,
  approval: 'always',
  input: z.union([ruleChange, ...listChanges.options]),
  subject: ({ before, after }) => (before ?? after)?.id ?? '',
  async carryOut(ctx, change, _key, approvedBy) {
    const by = { actor: ctx.actor, approvedBy };
    await ctx.db.prisma.$transaction(async (tx) => {
      if (isOfList(change)) {
        const { before, after } = change;
        const current = await lockEntry(tx, ctx.tenant, (before ?? after)?.id ?? '');
        if (isSame(current, after, isSameEntry)) return;
        if (!isSame(current, before, isSameEntry)) throw outdated();
        const stored = { ...by, before: current, after: after ?? undefined };
        await storeEntry(tx, ctx.tenant, stored, ctx.clock.now());
        return;
      }
      const { before, after } = change;
      const current = (await lockRules(tx, ctx.tenant)).find(({ id }) => id === before.id);
      if (isSame(current, after, isSameRule)) return;
      if (!current || !isSameRule(current, before)) throw outdated();
      await storeRule(tx, ctx.tenant, { ...by, before, after: after ?? undefined }, ctx.clock.now());
    });
    return { outcome: { ok: true } };
  },
  summary: (change) =>
    isOfList(change)
      ? `Change a list (${listChangeLine({ before: change.before ?? undefined, after: change.after ?? undefined })})`
      : `Change a rule (${ruleChangeLine({ before: change.before, after: change.after ?? undefined })})`,
});

const outdated = () => new DomainError('invalid_input', orderRefusals.ruleChanged);

/** Whether a state is the wanted one; after an earlier attempt it is. */
function isSame<Row>(current: Row | undefined, wanted: Row | null, same: (one: Row, other: Row) => boolean): boolean {
  return current && wanted ? same(current, wanted) : !current && !wanted;
}
