import { getReview } from '@tillgate/domain/reading/reviews';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { reviewText } from '../review-text.ts';
import { withTenant } from '../tenant.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

export function reviewShow(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('show'))
    .description('show a review with its evidence, notes and safe next steps')
    .action(async (options: ReviewOptions) => {
      const json = await withTenant(options, (ctx) => getReview(ctx, { reviewId: options.review }));
      answer({ json, text: reviewText(json) });
    });
}
