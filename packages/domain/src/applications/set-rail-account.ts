import { Environment, type Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { newCallbackToken } from '../inbox/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { type Issue, notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, issuesOf, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { addressOf } from '../rails/index.ts';
import { railSecretPlace } from '../sealing/index.ts';
import { type AccountRules, accountRules, otherRails } from './rails/index.ts';
import { applicationIssues } from './refusals.ts';
import { claimDeclared } from './shortcode-statements.ts';
import { lockApplication } from './statements.ts';

const object = issues.object;

export const setRailAccountSchema = z.strictObject({
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
  rail: z.enum(otherRails, { error: issues.oneOf({ values: otherRails.join(', ') }) }),
  number: z.string({ error: issues.text }).optional(),
  /** By name, as the network's rules say. */
  settings: z.record(z.string(), z.unknown(), { error: object }).default({}),
  /** By name. Null removes one that is not needed. */
  secrets: z.record(z.string(), z.string({ error: issues.text }).nullable(), { error: object }).default({}),
});
export type SetRailAccountInput = z.input<typeof setRailAccountSchema>;

/**
 * Stores what an application has at another network than M-PESA, each secret sealed on its own. Once it is set, what is
 * left out keeps its value. In production the first organization that stores a number owns it, because nothing on the
 * network's wire proves whose it is.
 * @throws DomainError invalid_input, also for a production number of another organization; not_found (no such application)
 */
export async function setRailAccount(ctx: ActorContext, input: SetRailAccountInput): Promise<{ accountId: string }> {
  requirePermission(ctx, 'credentials.write');
  const given = parseInput(setRailAccountSchema, input);
  const { applicationId, environment, rail } = given;
  const rules: AccountRules = accountRules[rail];
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    // Of two changes at once, the second sees the first.
    if (!(await lockApplication(tx, applicationId))) throw notFound('application');
    const tenant = { applicationId, environment };
    const stored = await tx.railAccount.findUnique({
      where: { applicationId_environment_rail: { ...tenant, rail } },
      include: { secrets: { select: { name: true } } },
    });
    const had = stored?.secrets.map(({ name }) => name) ?? [];
    const settings = rules.settings.safeParse({ ...asRecord(stored?.settings), ...given.settings });
    const found = [
      ...numberIssues(rules, given.number, stored !== null),
      ...(settings.success ? [] : issuesOf(settings.error).map((each) => below('settings', each))),
      ...secretIssues(rules, given.secrets, had),
    ];
    if (!settings.success || found.length > 0) throw invalidInput(...found);

    const number = given.number ?? stored?.number ?? '';
    const address = addressOf(rail, number);
    if (environment === 'production' && !(await claimDeclared(tx, { ...tenant, shortcode: address, at: now }))) {
      throw invalidInput(issue('number', applicationIssues.shortcodeTaken));
    }
    const data = { number, settings: settings.data as Prisma.InputJsonObject, updatedAt: now };
    const isOtherClient = given.secrets[rules.client] !== undefined;
    const accountId = stored?.id ?? uuidv7();
    if (stored) {
      const askedSince = isOtherClient ? { askedSince: now } : {};
      await tx.railAccount.update({ where: { id: accountId }, data: { ...data, ...askedSince } });
    } else {
      const isFirst = (await tx.railAccount.count({ where: { ...tenant, isDefault: true } })) === 0;
      const fresh = { hookToken: newCallbackToken(), isDefault: isFirst, askedSince: now, createdAt: now };
      await tx.railAccount.create({ data: { id: accountId, ...tenant, rail, ...data, ...fresh } });
    }
    for (const [name, secret] of Object.entries(given.secrets)) {
      const key = { accountId, name };
      if (secret === null) await tx.railSecret.deleteMany({ where: key });
      else {
        const sealedValue = ctx.seal(secret.trim(), railSecretPlace(key));
        await tx.railSecret.upsert({
          where: { accountId_name: key },
          create: { ...key, sealedValue },
          update: { sealedValue },
        });
      }
    }
    await audit(tx, {
      actor: ctx.actor,
      action: stored ? 'rail_account.changed' : 'rail_account.created',
      subjectId: accountId,
      applicationId,
      detail: { environment, rail, number, fields: namesIn(given) },
      at: now,
    });
    return { accountId };
  });
}

/** The names of what was given, never values. */
function namesIn(given: z.output<typeof setRailAccountSchema>): string[] {
  const number = given.number === undefined ? [] : ['number'];
  return [...number, ...Object.keys(given.settings), ...Object.keys(given.secrets)];
}

const asRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const below = (parent: string, found: Issue): Issue => ({
  ...found,
  path: found.path === '' ? parent : `${parent}.${found.path}`,
});

function numberIssues(rules: AccountRules, number: string | undefined, isStored: boolean): Issue[] {
  if (number === undefined) return isStored ? [] : [issue('number', applicationIssues.neededFirst)];
  const read = rules.number.safeParse(number);
  return read.success ? [] : issuesOf(read.error).map((each) => below('number', each));
}

type GivenSecrets = Readonly<Record<string, string | null>>;

/** What is wrong with the secrets that are given, or would be missing afterwards. */
function secretIssues(rules: AccountRules, given: GivenSecrets, had: readonly string[]): Issue[] {
  const names = Object.keys(rules.secrets);
  const wrong = Object.entries(given).flatMap(([name, secret]): Issue[] => {
    const path = `secrets.${name}`;
    const schema = Object.hasOwn(rules.secrets, name) ? rules.secrets[name] : undefined;
    if (schema === undefined) return [issue(path, issues.oneOf({ values: names.join(', ') }))];
    if (secret === null) return rules.needed.includes(name) ? [issue(path, applicationIssues.cannotRemove)] : [];
    const read = schema.safeParse(secret);
    return read.success ? [] : issuesOf(read.error).map((each) => below(path, { ...each, path: '' }));
  });
  const has = (name: string) => (given[name] === undefined ? had.includes(name) : given[name] !== null);
  const missing = rules.needed
    .filter((name) => given[name] === undefined && !had.includes(name))
    .map((name) => issue(`secrets.${name}`, applicationIssues.neededFirst));
  const alone = rules.together.flatMap(([one, other]) => {
    if (has(one) === has(other)) return [];
    const [path, beside] = has(one) ? [other, one] : [one, other];
    return [issue(`secrets.${path}`, applicationIssues.neededBeside({ other: beside }))];
  });
  return [...wrong, ...missing, ...alone];
}
