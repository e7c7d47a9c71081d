import { clearReview } from '@tillgate/domain/reviews';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { withTenant } from '../tenant.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

type Options = ReviewOptions & { note: string; all?: true };

export function reviewClear(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('clear'))
    .description('close a review with a note; no payment or payout changes')
    .requiredOption('--note <text>', 'why nothing more is to be done')
    .option('--all', 'close all open reviews of the same payment, payout, inquiry or callback')
    .action(async (options: Options) => {
      const { review: reviewId, note, all = false } = options;
      const json = await withTenant(options, (ctx) => clearReview(ctx, { reviewId, note, all }));
      answer({ json, text: `Reviews closed: ${json.closed}` });
    });
}
