import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import type { Rule } from './guard.ts';
import { isLoosening, numbersOf } from './loosening.ts';
import { guardIssues } from './refusals.ts';
import { type RuleChange, ruleChangeLine } from './rule-text.ts';
import { announce, lockApplication } from './tell-owners.ts';

type Tx = Prisma.TransactionClient;

/** Rules of an application and environment. */
const rulesMax = 40;

/**
 * The rules of an application and environment, oldest first, locked against other changes until the transaction ends.
 * Prompts and payouts are not held up. They are as they are stored: one whose numbers do not fit its kind stops all
 * payouts, so it must be possible to change or remove it.
 * @throws DomainError not_found when there is no such application
 */
export async function lockRules(tx: Tx, tenant: Tenant): Promise<Rule[]> {
  await lockApplication(tx, tenant);
  const { applicationId, environment } = tenant;
  const rows = await tx.guardRule.findMany({
    where: { applicationId, environment },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, kind, mode, settings }) => ({ id, kind, mode, settings }) as Rule);
}

/** A change of a rule, who made it, and how it was agreed. */
type Change = RuleChange & {
  actor: string;
  /** The person who approved; null when no approval was needed or possible. */
  approvedBy: string | null;
};

/**
 * Adds, changes or removes a rule, with an audit entry and an email to every owner. Lock the rules first. Decisions of a
 * removed rule stay.
 * @throws DomainError invalid_input when there would be too many rules
 */
export async function storeRule(tx: Tx, tenant: Tenant, change: Change, at: Date): Promise<void> {
  const { actor, approvedBy, before, after } = change;
  await write(tx, tenant, change, at);
  const { applicationId, environment } = tenant;
  const { id: subjectId, kind, mode, ...rule } = after ?? before ?? neither();
  const facts = { actor, subjectId, applicationId, at };
  const loosened = isLoosening(before, after);
  const detail = {
    environment,
    kind,
    mode,
    ...rule.settings,
    ...(before && after && beforeOf(before)),
    loosened,
    approvedBy,
  };
  if (!before) await audit(tx, { ...facts, action: 'guard_rule.added', detail });
  else if (after) await audit(tx, { ...facts, action: 'guard_rule.changed', detail });
  else await audit(tx, { ...facts, action: 'guard_rule.removed', detail });
  await announce(tx, tenant, { actor, approvedBy, loosened, line: ruleChangeLine(change) }, at);
}

async function write(tx: Tx, tenant: Tenant, { before, after, actor }: Change, at: Date): Promise<void> {
  const { applicationId, environment } = tenant;
  if (before) {
    const where = { applicationId, environment, id: before.id };
    if (after) await tx.guardRule.updateMany({ where, data: { mode: after.mode, settings: after.settings } });
    else await tx.guardRule.deleteMany({ where });
    return;
  }
  if ((await tx.guardRule.count({ where: { applicationId, environment } })) >= rulesMax) {
    throw invalidInput(issue('kind', guardIssues.tooManyRules({ max: rulesMax })));
  }
  if (after) await tx.guardRule.create({ data: { ...after, ...tenant, createdBy: actor, createdAt: at } });
}

/** What a rule was, for the audit. */
function beforeOf(rule: Rule): Record<string, string | number> {
  const was = Object.entries({ mode: rule.mode, ...numbersOf(rule) });
  return Object.fromEntries(was.map(([name, value]) => [`${name}Before`, value]));
}

function neither(): never {
  throw new Error('A change has a rule before it or after it.');
}
