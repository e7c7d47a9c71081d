import { eraseSubject } from '@tillgate/domain/subjects';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readNames, type SubjectOptions, subjectOptions } from '../subject-options.ts';
import { table } from '../table.ts';

export function subjectErase(answer: (answer: Answer) => void): Command {
  const command = new Command('erase').description(
    'replace a phone number and its names; amounts, statuses and receipts stay',
  );
  return subjectOptions(command)
    .requiredOption('--reason <text>', 'why; it goes into the audit, so do not name the person')
    .addHelpText('after', '\nIt cannot be undone. It may be repeated, also after it was interrupted.')
    .action(async ({ organization: organizationId, phone, name, reason }: SubjectOptions & { reason: string }) => {
      const input = { organizationId, phone, names: readNames(name), reason };
      const erased = await withOperator((ctx) => eraseSubject(ctx, input));
      const rows = Object.entries(erased.rows).map(([where, count]) => [where, `${count}`]);
      const text = rows.length > 0 ? table(['TABLE', 'ROWS REWRITTEN'], rows) : 'Nothing names this number.';
      answer({ json: erased, text });
    });
}
