import { suspendOrganization } from '@tillgate/domain/organizations';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { organization: string; reason: string };

export function organizationSuspend(answer: (answer: Answer) => void): Command {
  return new Command('suspend')
    .description(
      'refuse the API keys, orders and changes of an organization; what already runs is settled and announced',
    )
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--reason <text>', 'why; the members of the organization see it')
    .action(async ({ organization: organizationId, reason }: Options) => {
      const { suspendedAt } = await withOperator((ctx) => suspendOrganization(ctx, { organizationId, reason }));
      const text = [
        `Suspended organization ${organizationId}. Its API keys are refused within 5 seconds.`,
        'Its members can still read. Payments that already run are settled and announced.',
      ].join('\n');
      answer({ json: { organizationId, suspendedAt }, text });
    });
}
