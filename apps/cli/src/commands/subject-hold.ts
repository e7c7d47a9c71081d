import { holdSubjects } from '@tillgate/domain/subjects';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readWholeNumber } from './options.ts';

type Options = { organization: string; days: string };

export function subjectHold(answer: (answer: Answer) => void): Command {
  return new Command('hold')
    .description('refuse to erase a person until so many days after their newest payment or payout (legal hold)')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--days <days>', 'how many days, or `none`')
    .action(async ({ organization: organizationId, days: text }: Options) => {
      const wanted = text === 'none' ? null : (readWholeNumber('--days', text) ?? null);
      const { days } = await withOperator((ctx) => holdSubjects(ctx, { organizationId, days: wanted }));
      const said = days === null ? 'has no legal hold' : `erases nobody until ${days} days after the newest payment`;
      answer({ json: { organizationId, days }, text: `Organization ${organizationId} ${said}.` });
    });
}
