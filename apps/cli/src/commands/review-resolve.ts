import { DomainError, type TenantContext } from '@tillgate/domain';
import { resolveSubject } from '@tillgate/domain/desk';
import { getOwnReview } from '@tillgate/domain/reviews';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { refusedOption } from './options.ts';
import { withTenantOptions } from './review-options.ts';

type Options = TenantOptions & {
  review?: string;
  payment?: string;
  disbursement?: string;
  paid?: string;
  notPaid?: true;
  reason: string;
};

type Subject = { subjectKind: 'payment' | 'disbursement'; subjectId: string };

const help = `
The payment or payout ends at once: the merchant is told by webhook, and its reviews are closed.
The operator is one person, also in production: no second person is asked. The audit log says so.
A success is never taken back.

Examples:
  tillgate review resolve --app APP --env production --review REVIEW --paid TJK1A2B3C4 --reason "On the statement of 1 March"
  tillgate review resolve --app APP --env production --payment PAYMENT --not-paid --reason "Not on the statement"`;

export function reviewResolve(answer: (answer: Answer) => void): Command {
  return withTenantOptions(new Command('resolve'))
    .description('end a payment or payout whose outcome the provider did not tell')
    .option('--review <id>', 'the payment or payout of this review')
    .option('--payment <id>', 'payment ID, instead of a review')
    .option('--disbursement <id>', 'payout or reversal ID, instead of a review')
    .addOption(new Option('--paid <receipt>', 'it was paid, with this receipt of the provider').conflicts('notPaid'))
    .option('--not-paid', 'it was not paid')
    .requiredOption('--reason <text>', 'how you know')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const { paid, notPaid, reason } = options;
      if (paid === undefined && !notPaid) throw refusedOption('--paid', 'give it, or --not-paid');
      const json = await withTenant(options, async (ctx) => {
        const subject = await subjectOf(ctx, options);
        const as = paid === undefined ? { as: 'not_paid' as const } : { as: 'paid' as const, receipt: paid };
        const resolved = await resolveSubject(ctx, { ...subject, ...as }, { note: reason, approvedBy: null });
        return { ...subject, ...resolved, resolvedBy: 'operator', approvedBy: null };
      });
      const text = `The ${json.subjectKind} ${json.subjectId} is ${json.status} now, by the word of one person (operator).`;
      answer({ json, text });
    });
}

async function subjectOf(ctx: TenantContext, { review, payment, disbursement }: Options): Promise<Subject> {
  if ([review, payment, disbursement].filter((id) => id !== undefined).length !== 1) {
    throw refusedOption('--review', 'give exactly one of --review, --payment and --disbursement');
  }
  if (payment !== undefined) return { subjectKind: 'payment', subjectId: payment };
  if (disbursement !== undefined) return { subjectKind: 'disbursement', subjectId: disbursement };
  const { subjectKind, subjectId } = await getOwnReview(ctx, review ?? '');
  if (subjectKind === 'payment' || subjectKind === 'disbursement') return { subjectKind, subjectId };
  throw new DomainError('invalid_input', 'The review is not about a payment or payout: it cannot be resolved.', {
    issues: [{ path: '--review', message: 'is not about a payment or payout' }],
  });
}
