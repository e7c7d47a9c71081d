import { parseInput } from '../../kernel/input.ts';
import {
  type CollectionFigures,
  collectionFigures,
  type PayoutFigures,
  payoutFigures,
  type SettlementFigures,
  settlementFigures,
} from './figures.ts';
import { type Report, type ReportContext, runReport } from './run-report.ts';
import {
  type CollectionsInput,
  collectionsSchema,
  type PayoutsInput,
  payoutsSchema,
  type SettlementInput,
  settlementSchema,
} from './schemas.ts';
import type { ReportScope } from './statements.ts';

/**
 * Money in: collected, refunded and net, counts, success rate and average, by the time when payments were made. `reason`
 * groups failed payments by result code. The caller has checked that the scope may be read.
 * @throws DomainError forbidden, invalid_input
 */
export async function reportCollections(
  ctx: ReportContext,
  scope: ReportScope,
  input: CollectionsInput,
): Promise<Report<CollectionFigures>> {
  const parsed = parseInput(collectionsSchema, input);
  const isAboutResults = parsed.groupBy === 'reason' || parsed.resultCodes !== undefined;
  // A refund has its own result code.
  const kinds = isAboutResults ? (['payment'] as const) : (['payment', 'reversal'] as const);
  return runReport(ctx, scope, parsed, { basis: 'made', kinds: [...kinds], figures: collectionFigures });
}

/**
 * Payouts to phones, by the time of the request. The provider reports no fees.
 * @throws DomainError forbidden, invalid_input
 */
export async function reportPayouts(
  ctx: ReportContext,
  scope: ReportScope,
  input: PayoutsInput,
): Promise<Report<PayoutFigures>> {
  const parsed = parseInput(payoutsSchema, input);
  return runReport(ctx, scope, parsed, { basis: 'made', kinds: ['payout'], figures: payoutFigures });
}

/**
 * Money in and out of shortcodes, by the time when it moved, as on the provider's statement.
 * @throws DomainError forbidden, invalid_input
 */
export async function reportSettlement(
  ctx: ReportContext,
  scope: ReportScope,
  input: SettlementInput,
): Promise<Report<SettlementFigures>> {
  const parsed = parseInput(settlementSchema, input);
  const kinds: ('payment' | 'payout' | 'reversal')[] = ['payment', 'payout', 'reversal'];
  return runReport(ctx, scope, parsed, { basis: 'settled', kinds, figures: settlementFigures });
}
