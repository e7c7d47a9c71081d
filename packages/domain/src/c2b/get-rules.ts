import type { Context } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type GetC2bRulesInput, getC2bRulesSchema } from './schemas.ts';

/** What an application accepts offline. Null and an empty list accept anything. */
export type C2bRules = {
  referencePattern: string | null;
  references: string[];
  amountMin: number | null;
  amountMax: number | null;
  /** Whole KES: the provider is asked about an offline payment of this much and more before it is announced. */
  verifyFrom: number | null;
};

export const noRules: C2bRules = {
  referencePattern: null,
  references: [],
  amountMin: null,
  amountMax: null,
  verifyFrom: null,
};

/**
 * The validation rules of an application and environment.
 * @throws DomainError invalid_input, not_found (no such application)
 */
export async function getC2bRules(ctx: Pick<Context, 'db'>, input: GetC2bRulesInput): Promise<C2bRules> {
  const { applicationId, environment } = parseInput(getC2bRulesSchema, input);
  const application = await ctx.db.prisma.application.findUnique({
    where: { id: applicationId },
    select: { c2bRules: { where: { environment } } },
  });
  if (!application) throw notFound('application');
  const [row] = application.c2bRules;
  if (!row) return noRules;
  const { referencePattern, references, amountMin, amountMax, verifyFrom } = row;
  return { referencePattern, references, amountMin, amountMax, verifyFrom };
}
