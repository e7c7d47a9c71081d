import { z } from 'zod';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type MatchResult, matchLines } from './match-lines.ts';
import { demandShortcode } from './open-statement.ts';
import { shortcodeSchema } from './schemas.ts';

export const matchAgainSchema = z.strictObject({ shortcode: shortcodeSchema });

/**
 * Matches the imported statements of a shortcode with the current records again. Safe to repeat.
 * @throws DomainError invalid_input (a shortcode that the application does not use)
 */
export async function matchAgain(ctx: TenantContext, input: z.input<typeof matchAgainSchema>): Promise<MatchResult> {
  requirePermission(ctx, 'statements.import');
  const owned = { ...ctx.tenant, shortcode: parseInput(matchAgainSchema, input).shortcode };
  await demandShortcode(ctx, owned);
  return matchLines(ctx, owned);
}
