import { ReviewReason, ReviewSubject } from '@tillgate/db';
import { sumHeld } from '@tillgate/domain/reading/payments';
import { browseReviews } from '@tillgate/domain/reading/reviews';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { reviewsText } from '../review-text.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { readWholeNumber } from './options.ts';
import { withTenantOptions } from './review-options.ts';

type Options = TenantOptions & {
  closed?: true;
  reason?: ReviewReason;
  about?: ReviewSubject;
  assignedTo?: string;
  search?: string;
  limit?: string;
  before?: string;
};

const help = `
Examples:
  tillgate review list --app APP --env production
  tillgate review list --app APP --env production --reason outcome_unknown --assigned-to nobody`;

export function reviewList(answer: (answer: Answer) => void): Command {
  return withTenantOptions(new Command('list'))
    .description('list what waits for a person, newest first')
    .option('--closed', 'list closed reviews instead of open ones')
    .addOption(new Option('--reason <reason>', 'only with this reason').choices(Object.values(ReviewReason)))
    .addOption(new Option('--about <kind>', 'only about this kind of thing').choices(Object.values(ReviewSubject)))
    .option('--assigned-to <id>', 'only assigned to this member, or "nobody"')
    .option('--search <text>', 'a receipt, phone, account reference or ID')
    .option('--limit <number>', 'maximum number, 1 to 100 (default: 50)')
    .option('--before <cursor>', 'continue an earlier list')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const { closed, reason, about: subjectKind, assignedTo, search, before } = options;
      const state = closed ? ('closed' as const) : ('open' as const);
      const limit = readWholeNumber('--limit', options.limit);
      const input = { state, reason, subjectKind, assignedTo, search, limit, before };
      const [{ rows: reviews, older: next }, held] = await withTenant(options, (ctx) =>
        Promise.all([browseReviews(ctx, input), sumHeld(ctx)]),
      );
      answer({ json: { reviews, next, held }, text: reviewsText(reviews, next, held) });
    });
}
