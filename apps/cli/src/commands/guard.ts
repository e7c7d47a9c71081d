import {
  addEntry,
  addRule,
  type EntryView,
  listNames,
  listStoppedPhones,
  readEntries,
  readRules,
  releasePhone,
  removeEntry,
  removeRule,
  ruleKinds,
  ruleModes,
  ruleText,
  type StopListView,
  stopPhone,
} from '@tillgate/domain/guards';
import { group, operatorCommand } from '../command.ts';
import { choice, optional, required, requiredChoice } from '../fields.ts';
import { applicationOptions, readWholeNumber } from '../options.ts';
import { moment, table } from '../table.ts';
import { readExpiry } from '../time.ts';

const phone = required('--phone <number>', 'the phone number, in any usual form');

/** The numbers of a rule, as options. */
const numbers = {
  count: optional('--count <number>', 'prompts_per_phone: how many prompts, 1 to 50 (default: 5)').as(readWholeNumber),
  minutes: optional('--minutes <number>', 'prompts_per_phone: within how many minutes, 1 to 1,440 (default: 10)').as(
    readWholeNumber,
  ),
  prompts: optional('--prompts <number>', 'unanswered_streak: how many in a row, 2 to 10 (default: 3)').as(
    readWholeNumber,
  ),
  pauseMinutes: optional('--pause-minutes <number>', 'unanswered_streak: how long, 15 to 1,440 (default: 120)').as(
    readWholeNumber,
  ),
  share: optional('--share <percent>', 'failing_share: what part failed, 50 to 100 (default: 80)').as(readWholeNumber),
  from: optional('--from <kes>', 'new_payee: the smallest amount, 1 to 150,000').as(readWholeNumber),
  hours: optional('--hours <number>', 'same_payout_soon: within how many hours, 1 to 72 (default: 24)').as(
    readWholeNumber,
  ),
  max: optional('--max <kes>', 'first_prompt_max: the largest amount, 1 to 150,000').as(readWholeNumber),
};

export const guard = group(
  'guard',
  'who must not get prompts or payouts, and how many',
  group(
    'rules',
    'rules of an application for its prompts and payouts',
    operatorCommand('add', {
      about: 'add a rule',
      options: {
        ...applicationOptions,
        kind: requiredChoice('--kind <kind>', 'what the rule looks at', ruleKinds),
        mode: choice(
          '--mode <mode>',
          'refuse, hold (payouts: ask a second person), or only record it (default: watch)',
          ruleModes,
        ),
        ...numbers,
      },
      help: `
prompts_per_phone  at most --count prompts to a phone within --minutes
unanswered_streak  after --prompts in a row without a PIN within a day, none for --pause-minutes
first_prompt_max   at most --max KES from a phone that has never paid this application
failing_share      when --share % of the last 20 prompts of payment links failed, none of links for 15 minutes
new_payee          payouts of --from KES or more to a phone that was never paid, or first less than a day ago
same_payout_soon   the same amount to the same phone within --hours

Let a new rule watch for some days first. What it would have stopped is in the table guard_decisions.`,
      verb: (ctx, { applicationId, environment, kind, mode = 'watch', ...given }) => {
        const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        return addRule(ctx, { applicationId, environment, kind, mode, settings });
      },
      text: (rule) => `Added rule ${rule.id}: ${ruleText(rule)}.`,
    }),
    operatorCommand('remove', {
      about: 'remove a rule',
      options: { ...applicationOptions, ruleId: required('--rule <id>', 'the rule, as `list` shows it') },
      verb: removeRule,
      text: ({ id, kind }) => `Removed rule ${id} (${kind}).`,
    }),
    operatorCommand('list', {
      about: 'show the rules of an application',
      options: applicationOptions,
      verb: readRules,
      text: ({ rules }) =>
        rules.length === 0
          ? 'There are no rules.'
          : table(
              ['RULE', 'MODE', 'WHAT'],
              rules.map((rule) => [rule.id, rule.mode, ruleText(rule)]),
            ),
    }),
  ),
  group(
    'list',
    'phones that an application blocks or allows',
    operatorCommand('add', {
      about: 'block or allow a phone',
      options: {
        ...applicationOptions,
        phone,
        list: requiredChoice(
          '--list <list>',
          'block: no prompts and no payouts; allow: the other rules do not hold',
          listNames,
        ),
        until: optional(
          '--until <time>',
          'the day or time when it ends, or a duration from now such as 90d (default: never)',
        ).as(readExpiry),
        reason: required('--reason <text>', 'why, in a few words and without the number'),
      },
      help: `
An allowed phone passes the rules of the application. The stop list of the installation holds all the same.
The number is kept as a hash under PHONE_HASH_KEY, so nothing can print it.`,
      verb: (ctx, given) => addEntry(ctx, given),
      text: ({ id }) => `The phone is on the list as ${id}.`,
    }),
    operatorCommand('remove', {
      about: 'take a phone off a list',
      options: { ...applicationOptions, phone, list: requiredChoice('--list <list>', 'the list', listNames) },
      verb: (ctx, given) => removeEntry(ctx, given),
      text: ({ id }) => `The phone is off the list. It was ${id}.`,
    }),
    operatorCommand('list', {
      about: 'show when and why phones were added, without the numbers',
      options: applicationOptions,
      verb: (ctx, given) => readEntries(ctx, given),
      json: ({ entries, count }) => ({
        count,
        entries: entries.map(({ addedAt, until, ...entry }) => ({
          ...entry,
          until: until && moment(until),
          addedAt: moment(addedAt),
        })),
      }),
      text: entriesText,
    }),
  ),
  group(
    'stop',
    'the stop list: numbers that get no prompt from any application',
    operatorCommand('add', {
      about: 'stop prompts to a number',
      options: {
        phone,
        reason: required('--reason <text>', 'why, in a few words and without the number; `list` shows it'),
      },
      help: `
Use it when somebody complains about prompts that they did not ask for. From four seconds later on, the API answers a
request for the number with 403 refused_by_rule. A prompt that is on the phone already stays there for about a minute.
The number is kept as a hash under PHONE_HASH_KEY, so nothing can print it.`,
      verb: (ctx, given) => stopPhone(ctx, given),
      text: ({ count }) => `The number gets no more prompts. ${listed(count)}`,
    }),
    operatorCommand('remove', {
      about: 'allow prompts to a number again',
      options: { phone },
      verb: (ctx, given) => releasePhone(ctx, given),
      text: ({ count }) => `The number may get prompts again. ${listed(count)}`,
    }),
    operatorCommand('list', {
      about: 'show when and why numbers were added, without the numbers',
      verb: (ctx) => listStoppedPhones(ctx),
      json: ({ entries, count }) => ({
        count,
        entries: entries.map(({ addedAt, ...entry }) => ({ ...entry, addedAt: moment(addedAt) })),
      }),
      text: textOf,
    }),
  ),
);

const listed = (count: number) => (count === 1 ? 'The stop list has 1 number.' : `The stop list has ${count} numbers.`);

function textOf({ entries, count }: StopListView): string {
  if (count === 0) return 'The stop list is empty.';
  const rows = entries.map(({ addedAt, addedBy, reason, isOtherKey }) => [
    moment(addedAt),
    addedBy,
    isOtherKey ? `${reason} (added under another PHONE_HASH_KEY: it stops nothing)` : reason,
  ]);
  const more = count > entries.length ? `\n… and ${count - entries.length} older ones` : '';
  return `${table(['ADDED', 'BY', 'REASON'], rows)}${more}`;
}

function entriesText({ entries, count }: { entries: EntryView[]; count: number }): string {
  if (count === 0) return 'The lists are empty.';
  const rows = entries.map(({ id, list, until, reason, addedBy, addedAt, isOtherKey }) => [
    ...[id, list, until ? moment(until) : 'never', moment(addedAt), addedBy],
    isOtherKey ? `${reason} (added under another PHONE_HASH_KEY: it counts for nothing)` : reason,
  ]);
  const more = count > entries.length ? `\n… and ${count - entries.length} older ones` : '';
  return `${table(['ENTRY', 'LIST', 'ENDS', 'ADDED', 'BY', 'REASON'], rows)}${more}`;
}
