import { Environment, type Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext, Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { isPayoutKind, type Rule, ruleKinds, ruleModes, ruleSettings } from './guard.ts';
import { guardIssues } from './refusals.ts';
import { listRules } from './rule-statements.ts';

/** Active rules of an application and environment. */
const rulesMax = 40;

const tenantShape = {
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
};

const addRuleSchema = z.strictObject({
  ...tenantShape,
  kind: z.enum(ruleKinds, { error: issues.oneOf({ values: ruleKinds.join(', ') }) }),
  mode: z.enum(ruleModes, { error: issues.oneOf({ values: ruleModes.join(', ') }) }),
  /** The numbers of the kind; those that are left out get their defaults. */
  settings: z.record(z.string(), z.unknown(), { error: issues.object }).default({}),
});
export type AddRuleInput = z.input<typeof addRuleSchema>;

const removeRuleSchema = z.strictObject({ ...tenantShape, ruleId: idSchema });
export type RemoveRuleInput = z.input<typeof removeRuleSchema>;

const listRulesSchema = z.strictObject(tenantShape);
export type ListRulesInput = z.input<typeof listRulesSchema>;

/**
 * Adds a rule for prompts or payouts. Processes follow it from four seconds later on.
 * @throws DomainError forbidden (operators alone), invalid_input, not_found (no such application)
 */
export async function addRule(ctx: ActorContext, input: AddRuleInput): Promise<Rule> {
  requireOperator(ctx);
  const { settings: given, kind, mode, ...tenant } = parseInput(addRuleSchema, input);
  if (mode === 'hold' && !isPayoutKind(kind)) throw invalidInput(issue('mode', guardIssues.promptsNotHeld));
  const { settings } = parseInput(z.object({ settings: ruleSettings[kind] }), { settings: given });
  const rule = { id: uuidv7(), kind, mode, settings } as Rule;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockApplication(tx, tenant.applicationId);
    if ((await tx.guardRule.count({ where: tenant })) >= rulesMax) {
      throw invalidInput(issue('kind', guardIssues.tooManyRules({ max: rulesMax })));
    }
    const row = { ...rule, settings: settings as Prisma.InputJsonObject };
    await tx.guardRule.create({ data: { ...row, ...tenant, createdBy: ctx.actor, createdAt: at } });
    await note(tx, ctx, { action: 'guard_rule.added', tenant, rule, at });
  });
  return rule;
}

/**
 * Removes a rule. Its decisions stay.
 * @throws DomainError forbidden (operators alone), invalid_input, not_found (no such application or rule)
 */
export async function removeRule(ctx: ActorContext, input: RemoveRuleInput): Promise<Pick<Rule, 'id' | 'kind'>> {
  requireOperator(ctx);
  const { ruleId, ...tenant } = parseInput(removeRuleSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const where = { ...tenant, id: ruleId };
    const rule = await tx.guardRule.findFirst({ where });
    const { count } = await tx.guardRule.deleteMany({ where });
    if (!rule || count === 0) throw notFound('rule');
    await note(tx, ctx, { action: 'guard_rule.removed', tenant, rule, at });
    return { id: rule.id, kind: rule.kind };
  });
}

/**
 * The rules of an application and environment, oldest first.
 * @throws DomainError forbidden (operators alone), invalid_input
 */
export async function readRules(ctx: ActorContext, input: ListRulesInput): Promise<{ rules: Rule[] }> {
  requireOperator(ctx);
  return { rules: await listRules(ctx.db.pool, parseInput(listRulesSchema, input)) };
}

async function lockApplication(tx: Prisma.TransactionClient, applicationId: string): Promise<void> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`;
  if (locked.length === 0) throw notFound('application');
}

type Change = {
  action: string;
  tenant: Tenant;
  rule: Pick<Rule, 'id' | 'kind' | 'mode'> & { settings: unknown };
  at: Date;
};

async function note(tx: Prisma.TransactionClient, ctx: ActorContext, { action, tenant, rule, at }: Change) {
  const { applicationId, environment } = tenant;
  const { id: subjectId, kind, mode, settings } = rule;
  await audit(tx, {
    actor: ctx.actor,
    action,
    subjectId,
    applicationId,
    detail: { environment, kind, mode, ...Object(settings) },
    at,
  });
}
