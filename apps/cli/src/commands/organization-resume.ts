import { resumeOrganization } from '@tillgate/domain/organizations';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { organization: string; reason: string };

export function organizationResume(answer: (answer: Answer) => void): Command {
  return new Command('resume')
    .description('end the suspension of an organization')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--reason <text>', 'why, for the audit')
    .action(async ({ organization: organizationId, reason }: Options) => {
      await withOperator((ctx) => resumeOrganization(ctx, { organizationId, reason }));
      const text = `Organization ${organizationId} is no longer suspended. Its API keys work again within 5 seconds.`;
      answer({ json: { organizationId }, text });
    });
}
