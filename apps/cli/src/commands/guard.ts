import { listStoppedPhones, releasePhone, type StopListView, stopPhone } from '@tillgate/domain/guards';
import { group, operatorCommand } from '../command.ts';
import { required } from '../fields.ts';
import { moment, table } from '../table.ts';

const phone = required('--phone <number>', 'the phone number, in any usual form');

export const guard = group(
  'guard',
  'numbers that must not get payment prompts',
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
