import { askForRun, chosenKinds, previewRetention, readRetention, setRetention } from '@tillgate/domain/retention';
import { eraseSubject, exportSubject, holdSubjects, type SubjectRow } from '@tillgate/domain/subjects';
import { group, operatorCommand } from '../command.ts';
import { flag, optional, required, requiredChoice } from '../fields.ts';
import { organizationId, readWholeNumber } from '../options.ts';
import { retentionText } from '../retention-text.ts';
import { table } from '../table.ts';

export const retention = group(
  'retention',
  'how long data is kept',
  operatorCommand('show', {
    about: 'show which data is kept, and for how long',
    options: { organizationId: optional('--organization <id>', 'the policy of one organization') },
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
    help: '\nThe change applies from the next run on. `retention show` shows the bounds; `retention run --dry-run` counts rows.',
    verb: setRetention,
    json: ({ days }, { organizationId, kind }) => ({ organizationId, kind, days }),
    text: ({ days }, { organizationId, kind }) => `Organization ${organizationId} keeps ${kind} for ${days} days.`,
  }),
  operatorCommand('run', {
    about: 'delete data that is older than the retention policy allows, now',
    options: {
      dryRun: flag('--dry-run', 'only count the rows that would be deleted, up to 100,000 of each kind'),
    },
    verb: async (ctx, { dryRun }) =>
      dryRun ? { dryRun, would: await previewRetention(ctx) } : { begins: (await askForRun(ctx)).begins },
    text: ({ would, begins }) => {
      if (would) {
        const rows = Object.entries(would).map(([kind, count]) => [kind, `${count}`]);
        return table(['KIND', 'WOULD GO'], rows);
      }
      return begins
        ? 'The worker begins within 30 seconds. `tillgate retention show` shows what the last run deleted.'
        : 'A worker is at it already.';
    },
  }),
);

/** The options that name a person. */
const person = {
  organizationId,
  phone: required('--phone <number>', 'the phone number of the person'),
  name: optional('--name <names>', 'names to look for, separated by commas, besides those that M-PESA reported'),
};

export const subjects = group(
  'subject',
  'data about a customer: print or erase it',
  operatorCommand('export', {
    about: 'print everything that is stored about a phone number, one row per line',
    options: person,
    help: '\nSecrets are left out. The audit log records the export, with a hash of the number.',
    verb: async (ctx, { organizationId, phone, name }) => {
      const rows: SubjectRow[] = [];
      for await (const row of exportSubject(ctx, { organizationId, phone, names: namesOf(name) })) rows.push(row);
      return { rows };
    },
    text: ({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n'),
  }),
  operatorCommand('erase', {
    about: 'erase a phone number and its names; amounts, statuses and receipts stay',
    options: {
      ...person,
      reason: required('--reason <text>', 'why; it goes into the audit, so do not name the person'),
    },
    help: '\nThis cannot be undone. You can repeat the command, also after an interruption.',
    verb: (ctx, { organizationId, phone, name, reason }) =>
      eraseSubject(ctx, { organizationId, phone, names: namesOf(name), reason }),
    text: (erased) => {
      const rows = Object.entries(erased.rows).map(([where, count]) => [where, `${count}`]);
      return rows.length > 0 ? table(['TABLE', 'ROWS REWRITTEN'], rows) : 'Nothing names this number.';
    },
  }),
  operatorCommand('hold', {
    about: 'set for how many days after their last payment or payout a person cannot be erased (legal hold)',
    options: { organizationId, days: required('--days <days>', 'how many days, or `none`').as(daysUnless('none')) },
    verb: holdSubjects,
    json: ({ days }, { organizationId }) => ({ organizationId, days }),
    text: ({ days }, { organizationId }) => {
      const held = days === null ? 'has no legal hold' : `erases nobody until ${days} days after the newest payment`;
      return `Organization ${organizationId} ${held}.`;
    },
  }),
);

/** Parses a number of days, or `word` for "no setting of its own". */
function daysUnless(word: string) {
  return (option: string, text: string) => (text === word ? null : readWholeNumber(option, text));
}

/** Names separated by commas. */
function namesOf(text = ''): string[] {
  return text.split(',').filter((name) => name.trim() !== '');
}
