import { askAgain } from '@tillgate/domain/desk';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { withTenant } from '../tenant.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

export function reviewAsk(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('ask'))
    .description('have the worker ask the provider again, or apply a callback again')
    .addHelpText('after', '\nThe worker asks within seconds. `review show` shows what came of it.')
    .action(async (options: ReviewOptions) => {
      await withTenant(options, (ctx) => askAgain(ctx, { reviewId: options.review }));
      answer({ json: { reviewId: options.review, asked: true }, text: 'The worker asks within seconds.' });
    });
}
