import { exportSubject, type SubjectRow } from '@tillgate/domain/subjects';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readNames, type SubjectOptions, subjectOptions } from '../subject-options.ts';

export function subjectExport(answer: (answer: Answer) => void): Command {
  const command = new Command('export').description('print everything that is kept about a phone number, a row a line');
  return subjectOptions(command)
    .addHelpText('after', '\nSecrets are left out. The export is in the audit, with a hash of the number.')
    .action(async ({ organization: organizationId, phone, name }: SubjectOptions) => {
      const rows = await withOperator(async (ctx) => {
        const found: SubjectRow[] = [];
        for await (const row of exportSubject(ctx, { organizationId, phone, names: readNames(name) })) found.push(row);
        return found;
      });
      answer({ json: { rows }, text: rows.map((row) => JSON.stringify(row)).join('\n') });
    });
}
