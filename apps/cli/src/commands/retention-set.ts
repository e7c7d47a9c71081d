import { type ChosenKind, chosenKinds, setRetention } from '@tillgate/domain/retention';
import { Command, Option } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readWholeNumber } from './options.ts';

type Options = { organization: string; kind: ChosenKind; days: string };

export function retentionSet(answer: (answer: Answer) => void): Command {
  return new Command('set')
    .description('set how many days an organization keeps one kind of data')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(new Option('--kind <kind>', 'what is kept').choices(chosenKinds).makeOptionMandatory())
    .requiredOption('--days <days>', 'how many days, or `default`')
    .addHelpText(
      'after',
      '\nIt holds from the next run on. `retention show` has the bounds; `retention run --dry-run` counts.',
    )
    .action(async ({ organization: organizationId, kind, days: text }: Options) => {
      const wanted = text === 'default' ? null : (readWholeNumber('--days', text) ?? null);
      const { days } = await withOperator((ctx) => setRetention(ctx, { organizationId, kind, days: wanted }));
      answer({
        json: { organizationId, kind, days },
        text: `Organization ${organizationId} keeps ${kind} for ${days} days.`,
      });
    });
}
