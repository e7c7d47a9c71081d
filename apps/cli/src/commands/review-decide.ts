import { DomainError } from '@tillgate/domain';
import { decideConfirmation } from '@tillgate/domain/c2b';
import { getOwnReview } from '@tillgate/domain/reviews';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { withTenant } from '../tenant.ts';
import { refusedOption } from './options.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

type Options = ReviewOptions & { offline?: true; payment?: string; notMoney?: true; note: string };

const help = `
Examples:
  tillgate review decide --app APP --env production --review REVIEW --offline --note "Paid at the counter"
  tillgate review decide --app APP --env production --review REVIEW --payment PAYMENT --note "Same phone and time"`;

export function reviewDecide(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('decide'))
    .description('say what the confirmation of a review is that waits')
    .option('--offline', 'it is an offline payment: it is recorded and announced')
    .option('--payment <id>', 'it is the receipt of this successful payment')
    .option('--not-money', 'no money came')
    .requiredOption('--note <text>', 'how you know')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const to = decisionOf(options);
      const json = await withTenant(options, async (ctx) => {
        const { subjectKind, subjectId } = await getOwnReview(ctx, options.review);
        if (subjectKind !== 'callback') {
          const issues = [{ path: '--review', message: 'is not about a confirmation' }];
          throw new DomainError('invalid_input', 'The review is not about a confirmation.', { issues });
        }
        await decideConfirmation(ctx, { callbackId: subjectId, to, note: options.note });
        return { callbackId: subjectId, to };
      });
      answer({ json, text: 'The confirmation is decided, and its reviews are closed.' });
    });
}

function decisionOf({ offline, payment, notMoney }: Options): 'offline' | 'not_money' | { paymentId: string } {
  const chosen = [
    ...(offline ? (['offline'] as const) : []),
    ...(notMoney ? (['not_money'] as const) : []),
    ...(payment === undefined ? [] : [{ paymentId: payment }]),
  ];
  const [only, second] = chosen;
  if (only === undefined || second !== undefined) {
    throw refusedOption('--offline', 'give exactly one of --offline, --payment and --not-money');
  }
  return only;
}
