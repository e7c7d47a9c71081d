import { assignReview } from '@tillgate/domain/reviews';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { withTenant } from '../tenant.ts';
import { refusedOption } from './options.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

type Options = ReviewOptions & { user?: string; nobody?: true };

export function reviewAssign(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('assign'))
    .description('say which member looks after a review')
    .option('--user <id>', 'user ID of the member; `review show` lists them')
    .option('--nobody', 'nobody looks after it')
    .action(async (options: Options) => {
      const { review: reviewId, user, nobody } = options;
      if ((user === undefined) === (nobody === undefined)) throw refusedOption('--user', 'give it, or --nobody');
      const userId = user ?? null;
      await withTenant(options, (ctx) => assignReview(ctx, { reviewId, userId }));
      answer({
        json: { reviewId, assignedTo: userId },
        text: userId ? `Assigned to ${userId}.` : 'Assigned to nobody.',
      });
    });
}
