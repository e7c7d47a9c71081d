import { addNote } from '@tillgate/domain/reviews';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { withTenant } from '../tenant.ts';
import { type ReviewOptions, withReviewOptions } from './review-options.ts';

type Options = ReviewOptions & { text: string };

export function reviewNote(answer: (answer: Answer) => void): Command {
  return withReviewOptions(new Command('note'))
    .description('add a note to a review')
    .requiredOption('--text <text>', 'the note')
    .action(async (options: Options) => {
      const { review: reviewId, text } = options;
      const json = await withTenant(options, (ctx) => addNote(ctx, { reviewId, text }));
      answer({ json, text: 'The note was added.' });
    });
}
