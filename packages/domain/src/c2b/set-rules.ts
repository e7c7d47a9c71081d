import { audit } from '../audit/index.ts';
import { requireEither } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { type C2bRules, noRules } from './get-rules.ts';
import { c2bIssues } from './refusals.ts';
import { type SetC2bRulesInput, setC2bRulesSchema } from './schemas.ts';

/**
 * Sets the rules for offline payments of an application, which apply with external validation. A missing rule does not
 * change; null, or an empty list, removes it. Returns all rules as they are now.
 * @throws DomainError invalid_input, not_found (no such application)
 */
export async function setC2bRules(ctx: ActorContext, input: SetC2bRulesInput): Promise<C2bRules> {
  requireEither(ctx, 'offline', 'offline.write');
  const { applicationId, environment, ...given } = parseInput(setC2bRulesSchema, input);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    // Locked so that two changes at once see each other. Payments of the application are not held
    // up.
    const locked = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`;
    if (locked.length === 0) throw notFound('application');
    const key = { applicationId_environment: { applicationId, environment } };
    const stored = await tx.c2bRules.findUnique({ where: key });
    const rules = merged(stored ?? noRules, given);
    if (rules.amountMin !== null && rules.amountMax !== null && rules.amountMin > rules.amountMax) {
      throw invalidInput(issue('amountMax', c2bIssues.maxBelowRule({ min: rules.amountMin })));
    }
    const row = { ...rules, updatedAt: now };
    await tx.c2bRules.upsert({ where: key, create: { applicationId, environment, ...row }, update: row });
    await audit(tx, {
      actor: ctx.actor,
      action: 'c2b_rules.changed',
      subjectId: applicationId,
      applicationId,
      detail: {
        environment,
        referencePattern: rules.referencePattern,
        referenceCount: rules.references.length,
        amountMin: rules.amountMin,
        amountMax: rules.amountMax,
        verifyFrom: rules.verifyFrom,
      },
      at: now,
    });
    return rules;
  });
}

type Given = Omit<ReturnType<typeof setC2bRulesSchema.parse>, 'applicationId' | 'environment'>;

function merged(stored: C2bRules, given: Given): C2bRules {
  const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    referencePattern: kept(given.referencePattern, stored.referencePattern),
    references: kept(given.references && distinct(given.references), stored.references),
    amountMin: kept(given.amountMin, stored.amountMin),
    amountMax: kept(given.amountMax, stored.amountMax),
    verifyFrom: kept(given.verifyFrom, stored.verifyFrom),
  };
}

/** Case is ignored, because payers type the references. */
function distinct(references: string[]): string[] {
  return [...new Map(references.map((reference) => [reference.toLowerCase(), reference])).values()];
}
