import { v7 as uuidv7 } from 'uuid';
import {
  type ChangeRuleInput,
  changeRuleSchema,
  isLoosening,
  isSameRule,
  lockRules,
  type NewRuleInput,
  newRuleSchema,
  parseRule,
  type Rule,
  type RuleIdInput,
  ruleIdSchema,
  storeRule,
} from '../guards/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type Changed, changeOrAsk } from './looser-change.ts';

type Ctx = TenantContext & Partial<WithDashboardUrl>;

/**
 * Result of a change. `waiting`: it loosens a rule, and `orderId` waits for another member. `rule` is the rule in effect;
 * null when it is gone.
 */
type RuleSet = { rule: Rule | null } & Changed;

/** What becomes of the rules: undefined for a rule that is not there. */
type Wish = (rules: readonly Rule[]) => { before: Rule | undefined; after: Rule | undefined };

/**
 * Adds a rule for prompts or payouts. Processes follow it from four seconds later on, and every owner gets an email. Where
 * the same rule is there already, nothing changes.
 * @throws DomainError invalid_input (also: too many rules), not_found, forbidden
 */
export async function addGuardRule(ctx: Ctx, input: NewRuleInput): Promise<RuleSet> {
  requirePermission(ctx, 'policy.write');
  const after = parseRule({ id: uuidv7(), ...parseInput(newRuleSchema, input) });
  return change(ctx, (rules) => {
    const same = rules.find((rule) => isSameRule(rule, after));
    return { before: same, after: same ?? after };
  });
}

/**
 * Changes the mode and the numbers of a rule. A change that only tightens takes effect at once. One that loosens anything
 * becomes an order for another member who may change policies, or takes effect at once when there is none. Every owner
 * gets an email about each change in effect.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function changeGuardRule(ctx: Ctx, input: ChangeRuleInput): Promise<RuleSet> {
  requirePermission(ctx, 'policy.write');
  const { ruleId, ...given } = parseInput(changeRuleSchema, input);
  return change(ctx, (rules) => {
    const before = demandRule(rules, ruleId);
    return { before, after: parseRule({ id: ruleId, kind: before.kind, ...given }) };
  });
}

/**
 * Removes a rule. Its decisions stay. Unless it only watches, this loosens: see {@link changeGuardRule}.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function removeGuardRule(ctx: Ctx, input: RuleIdInput): Promise<RuleSet> {
  requirePermission(ctx, 'policy.write');
  const { ruleId } = parseInput(ruleIdSchema, input);
  return change(ctx, (rules) => ({ before: demandRule(rules, ruleId), after: undefined }));
}

async function change(ctx: Ctx, wish: Wish): Promise<RuleSet> {
  let rules: ReturnType<Wish> = { before: undefined, after: undefined };
  const changed = await changeOrAsk(ctx, async (tx) => {
    rules = wish(await lockRules(tx, ctx.tenant));
    const { before, after } = rules;
    return {
      input: { before, after: after ?? null },
      isSame: before !== undefined && after !== undefined && isSameRule(before, after),
      loosens: isLoosening(before, after),
      store: () => storeRule(tx, ctx.tenant, { actor: ctx.actor, approvedBy: null, before, after }, ctx.clock.now()),
    };
  });
  const { before, after } = rules;
  return { ...changed, rule: (changed.status === 'waiting' ? before : after) ?? null };
}

function demandRule(rules: readonly Rule[], ruleId: string): Rule {
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) throw notFound('rule');
  return rule;
}
