import type { Context, Tenant } from '../kernel/context.ts';
import { judgePattern } from './reference-pattern.ts';

type UnusablePattern = Tenant & { problem: string };

/**
 * The applications whose stored reference pattern cannot be used, with the reason as the end of a sentence. With external
 * validation, their offline payments are refused.
 */
export async function findUnusablePatterns(ctx: Pick<Context, 'db'>): Promise<UnusablePattern[]> {
  const stored = await ctx.db.prisma.c2bRules.findMany({
    where: { referencePattern: { not: null } },
    select: { applicationId: true, environment: true, referencePattern: true },
    orderBy: [{ applicationId: 'asc' }, { environment: 'asc' }],
  });
  return stored.flatMap(({ applicationId, environment, referencePattern }) => {
    const problem = patternProblem(referencePattern);
    return problem === null ? [] : [{ applicationId, environment, problem }];
  });
}

/** Why a stored pattern cannot be used, as the end of a sentence, or null. */
export function patternProblem(pattern: string | null): string | null {
  return pattern === null ? null : (judgePattern(pattern)?.wrong.message ?? null);
}
