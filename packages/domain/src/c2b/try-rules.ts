import { z } from 'zod';
import { requireEither } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { setC2bRulesSchema } from './schemas.ts';
import { decideValidation, type ValidationCode } from './validation.ts';

const textMax = 64;
const amountMax = 999_999_999;

const tryRulesSchema = setC2bRulesSchema
  .pick({ referencePattern: true, references: true, amountMin: true, amountMax: true, verifyFrom: true })
  .extend({
    reference: z.string({ error: issues.text }).max(textMax, { error: issues.tooLong({ max: textMax }) }),
    amount: z
      .int({ error: issues.wholeKes })
      .min(1, { error: issues.amountAtLeast({ min: 1 }) })
      .max(amountMax, { error: issues.amountAtMost({ max: amountMax }) }),
  });
export type TryRulesInput = z.input<typeof tryRulesSchema>;

/** Whether a payment would go through, and which rule stops it. */
type RulesTrial = { accepted: boolean; code: ValidationCode };

/**
 * Applies unsaved rules to a made-up payment, exactly as a validation would.
 * @throws DomainError invalid_input
 */
export async function tryC2bRules(ctx: TenantContext, input: TryRulesInput): Promise<RulesTrial> {
  requireEither(ctx, 'offline', 'offline.read');
  const { reference, amount, verifyFrom: _, ...rules } = parseInput(tryRulesSchema, input);
  const account = await ctx.db.prisma.providerCredential.findUnique({
    where: { applicationId_environment: ctx.tenant },
    select: { product: true, shortcode: true, tillNumber: true },
  });
  const { product = 'paybill' as const, shortcode = '0', tillNumber = null } = account ?? {};
  const billRefNumber = reference.trim();
  const references = rules.references ?? [];
  const code = decideValidation(
    {
      transactionId: '',
      transactionType: '',
      amount: String(amount),
      shortcode,
      billRefNumber,
      phone: '',
      payerName: '',
      organizationBalance: '',
      paidAt: null,
    },
    { id: '', ...ctx.tenant, shortcode, product, tillNumber, verifyFrom: null, isHashProven: false },
    {
      referencePattern: rules.referencePattern ?? null,
      isReferenceListed:
        references.length === 0 ||
        references.some((listed) => listed.trim().toLowerCase() === billRefNumber.toLowerCase()),
      amountMin: rules.amountMin ?? null,
      amountMax: rules.amountMax ?? null,
    },
  );
  return { accepted: code === '0', code };
}
