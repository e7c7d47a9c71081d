import { Environment } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import type { Rule } from './guard.ts';
import { listRules } from './rule-statements.ts';
import { newRuleSchema, parseRule, ruleIdSchema } from './schemas.ts';
import { lockRules, storeRule } from './store-rule.ts';

/** The application and environment that an operator names. */
export const tenantShape = {
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
};

const addRuleSchema = newRuleSchema.extend(tenantShape);
export type AddRuleInput = z.input<typeof addRuleSchema>;

const removeRuleSchema = ruleIdSchema.extend(tenantShape);
export type RemoveRuleInput = z.input<typeof removeRuleSchema>;

const listRulesSchema = z.strictObject(tenantShape);
export type ListRulesInput = z.input<typeof listRulesSchema>;

/**
 * Adds a rule for prompts or payouts. Processes follow it from four seconds later on. Every owner gets an email.
 * @throws DomainError forbidden (operators alone), invalid_input, not_found (no such application)
 */
export async function addRule(ctx: ActorContext, input: AddRuleInput): Promise<Rule> {
  requireOperator(ctx);
  const { applicationId, environment, ...given } = parseInput(addRuleSchema, input);
  const after = parseRule({ id: uuidv7(), ...given });
  await ctx.db.prisma.$transaction(async (tx) => {
    const tenant = { applicationId, environment };
    await lockRules(tx, tenant);
    await storeRule(tx, tenant, { ...alone(ctx), before: undefined, after }, ctx.clock.now());
  });
  return after;
}

/**
 * Removes a rule. Its decisions stay. Every owner gets an email.
 * @throws DomainError forbidden (operators alone), invalid_input, not_found (no such application or rule)
 */
export async function removeRule(ctx: ActorContext, input: RemoveRuleInput): Promise<Pick<Rule, 'id' | 'kind'>> {
  requireOperator(ctx);
  const { ruleId, ...tenant } = parseInput(removeRuleSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const before = (await lockRules(tx, tenant)).find(({ id }) => id === ruleId);
    if (!before) throw notFound('rule');
    await storeRule(tx, tenant, { ...alone(ctx), before, after: undefined }, ctx.clock.now());
    return { id: before.id, kind: before.kind };
  });
}

/**
 * The rules of an application and environment, oldest first.
 * @throws DomainError forbidden (operators alone), invalid_input
 */
export async function readRules(ctx: ActorContext, input: ListRulesInput): Promise<{ rules: readonly Rule[] }> {
  requireOperator(ctx);
  return { rules: await listRules(ctx.db.pool, parseInput(listRulesSchema, input)) };
}

/** The operator needs no second person. */
const alone = ({ actor }: ActorContext) => ({ actor, approvedBy: null });
