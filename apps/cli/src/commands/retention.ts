import { askForRun, chosenKinds, previewRetention, readRetention, setRetention } from '@tillgate/domain/retention';
import { eraseSubject, exportSubject, holdSubjects, type SubjectRow } from '@tillgate/domain/subjects';
import { group, operatorCommand } from '../command.ts';
import { flag, optional, required, requiredChoice } from '../fields.ts';
import { organizationId, readWholeNumber } from '../options.ts';
import { retentionText } from '../retention-text.ts';
import { table } from '../table.ts';

export const retention = group(
  'retention',
  'what is kept, and for how long',
  operatorCommand('show', {
    about: 'show what is kept, and for how long',
    options: { organizationId: optional('--organization <id>', 'what holds for one organization') },
    verb: readRetention,
    text: retentionText,
  }),
  operatorCommand('set', {
    about: 'set how many days an organization keeps one kind of data',
    options: {
      organizationId,
      kind: requiredChoice('--kind <kind>', 'what is kept', chosenKinds),
      days: required('--days <days>', 'how many days, or `default`').as(daysUnless('default')),
    },
    help: '\nIt holds from the next run on. `retention show` has the bounds; `retention run --dry-run` counts.',
    verb: setRetention,
    json: ({ days }, { organizationId, kind }) => ({ organizationId, kind, days }),
    text: ({ days }, { organizationId, kind }) => `Organization ${organizationId} keeps ${kind} for ${days} days.`,
  }),
  operatorCommand('run', {
    about: 'have the worker remove at once what is older than the policy says',
    options: {
      dryRun: flag('--dry-run', 'only count what would go, up to 100,000 of each kind; nothing is removed'),
    },
    verb: async (ctx, { dryRun }) =>
      dryRun ? { dryRun, would: await previewRetention(ctx) } : { begins: (await askForRun(ctx)).begins },
    text: ({ would, begins }) => {
      if (would) {
        const rows = Object.entries(would).map(([kind, count]) => [kind, `${count}`]);
        return table(['KIND', 'WOULD GO'], rows);
      }
      return begins
        ? 'The worker begins within 30 seconds. `tillgate retention show` says what the last run removed.'
        : 'A worker is at it already.';
    },
  }),
);

/** The options that name a person. */
const person = {
  organizationId,
  phone: required('--phone <number>', 'the phone number of the person'),
  name: optional('--name <names>', 'names to look for, separated by commas, besides those that M-PESA told'),
};

export const subjects = group(
  'subject',
  'customers who ask what is kept about them',
  operatorCommand('export', {
    about: 'print everything that is kept about a phone number, a row a line',
    options: person,
    help: '\nSecrets are left out. The export is in the audit, with a hash of the number.',
    verb: async (ctx, { organizationId, phone, name }) => {
      const rows: SubjectRow[] = [];
      for await (const row of exportSubject(ctx, { organizationId, phone, names: namesOf(name) })) rows.push(row);
      return { rows };
    },
    text: ({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n'),
  }),
  operatorCommand('erase', {
    about: 'replace a phone number and its names; amounts, statuses and receipts stay',
    options: {
      ...person,
      reason: required('--reason <text>', 'why; it goes into the audit, so do not name the person'),
    },
    help: '\nIt cannot be undone. It may be repeated, also after it was interrupted.',
    verb: (ctx, { organizationId, phone, name, reason }) =>
      eraseSubject(ctx, { organizationId, phone, names: namesOf(name), reason }),
    text: (erased) => {
      const rows = Object.entries(erased.rows).map(([where, count]) => [where, `${count}`]);
      return rows.length > 0 ? table(['TABLE', 'ROWS REWRITTEN'], rows) : 'Nothing names this number.';
    },
  }),
  operatorCommand('hold', {
    about: 'refuse to erase a person until so many days after their newest payment or payout (legal hold)',
    options: { organizationId, days: required('--days <days>', 'how many days, or `none`').as(daysUnless('none')) },
    verb: holdSubjects,
    json: ({ days }, { organizationId }) => ({ organizationId, days }),
    text: ({ days }, { organizationId }) => {
      const held = days === null ? 'has no legal hold' : `erases nobody until ${days} days after the newest payment`;
      return `Organization ${organizationId} ${held}.`;
    },
  }),
);

/** Reads a number of days. `word` stands for none of its own. */
function daysUnless(word: string) {
  return (option: string, text: string) => (text === word ? null : readWholeNumber(option, text));
}

/** Names separated by commas. */
function namesOf(text = ''): string[] {
  return text.split(',').filter((name) => name.trim() !== '');
}
