import { getDayMail, setDayMail, signOffDay, stopDayMail } from '@tillgate/domain/closing';
import { getDay, listDays } from '@tillgate/domain/reading/closing';
import { group, tenantCommand } from '../command.ts';
import { daysText, dayText } from '../day-text.ts';
import { flag, optional } from '../fields.ts';
import { day, memberIds, readWholeNumber, refusedOption } from '../options.ts';

export const days = group(
  'day',
  'business days and who signed them off',
  tenantCommand('show', {
    about: 'show the figures of a business day, and what changed after its sign-off',
    options: { day },
    verb: (ctx, { day }) => getDay(ctx, { day }),
    text: dayText,
  }),
  tenantCommand('list', {
    about: 'list business days, newest first, and which ones are signed off',
    options: {
      to: optional('--to <day>', 'the newest day (default: today)'),
      count: optional('--count <number>', 'how many days, 1 to 31 (default: 31)').as(readWholeNumber),
    },
    verb: (ctx, { to, count }) => listDays(ctx, { to, count }),
    text: (result) => daysText(result.days),
  }),
  tenantCommand('sign-off', {
    about: 'sign off the figures of a business day that has ended',
    options: {
      day,
      note: optional('--note <text>', 'why it is signed off while something of the day is open'),
    },
    verb: (ctx, { day, note }) => signOffDay(ctx, { day, note }),
    text: ({ isNew, signOff }, { day }) =>
      isNew
        ? `${day} is signed off, revision ${signOff.revision}.`
        : `${day} was signed off with these figures before, by ${signOff.signedBy} at ${signOff.signedAt}.`,
  }),
  tenantCommand('mail', {
    about: 'email the figures of each business day to members, at an hour of the next day',
    options: {
      hour: optional('--hour <hour>', 'hour of East Africa Time, 0 to 23').as(readWholeNumber),
      to: optional('--to <emails>', 'members who receive it, separated by commas'),
      stop: flag('--stop', 'stop the daily email'),
    },
    help: `
Members receive the figures of the previous day with a PDF, and an email when a day changes after its sign-off.
Without an option, the command prints the current state.

Example:
  tillgate day mail --app APP --env production --hour 7 --to finance@shop.example,owner@shop.example`,
    check: ({ hour, to, stop }) => {
      if ((hour === undefined) !== (to === undefined)) throw refusedOption('--hour', 'and --to are given together');
      if (stop && hour !== undefined) throw refusedOption('--stop', 'cannot be used with --hour');
    },
    verb: async (ctx, { hour, to, stop }) => {
      if (stop) return { stopped: await stopDayMail(ctx) };
      if (hour !== undefined && to !== undefined) {
        const { members } = await getDayMail(ctx);
        const userIds = memberIds('--to', to, members, 'is not a member who can see the close of day');
        await setDayMail(ctx, { hour, userIds });
      }
      return { mailed: await getDayMail(ctx) };
    },
    json: ({ stopped, mailed }) => stopped ?? mailed ?? {},
    text: ({ mailed }) => (mailed ? mailText(mailed) : 'The close of day is no longer emailed.'),
  }),
);

function mailText({ setting, members }: Awaited<ReturnType<typeof getDayMail>>): string {
  if (!setting) return 'The close of day is not emailed.';
  const { hour, userIds, nextAt } = setting;
  const readers = members.filter(({ userId }) => userIds.includes(userId)).map(({ email }) => email);
  const at = `${String(hour).padStart(2, '0')}:00 EAT`;
  return `The daily email is sent at ${at} to ${readers.join(', ') || 'nobody'}. The next one is sent at ${nextAt}.`;
}
