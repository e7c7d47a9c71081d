import { type DayReader, getDayMail, setDayMail, stopDayMail } from '@tillgate/domain/closing';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, readWholeNumber, refusedOption } from './options.ts';

type Options = TenantOptions & { hour?: string; to?: string; stop?: true };
type Mailed = Awaited<ReturnType<typeof getDayMail>>;

const help = `
Members get the figures of the day before with its PDF. They are also told when a day changes after it was signed off.
Without an option, the command prints how it stands.

Example:
  tillgate day mail --app APP --env production --hour 7 --to finance@shop.example,owner@shop.example`;

export function dayMail(answer: (answer: Answer) => void): Command {
  return new Command('mail')
    .description('mail each business day to members, at an hour of the day after it')
    .addOption(appOption())
    .addOption(envOption())
    .option('--hour <hour>', 'hour of East Africa Time, 0 to 23')
    .option('--to <emails>', 'members who get it, separated by commas')
    .option('--stop', 'mail days no longer')
    .addHelpText('after', help)
    .action(async ({ hour: text, to, stop, ...options }: Options) => {
      const hour = readWholeNumber('--hour', text);
      if ((hour === undefined) !== (to === undefined)) throw refusedOption('--hour', 'and --to are given together');
      if (stop && hour !== undefined) throw refusedOption('--stop', 'cannot be used with --hour');
      if (stop) {
        const json = await withTenant(options, stopDayMail);
        return answer({ json, text: 'Days are no longer mailed.' });
      }
      const json = await withTenant(options, async (ctx) => {
        if (hour === undefined || to === undefined) return getDayMail(ctx);
        const { members } = await getDayMail(ctx);
        await setDayMail(ctx, { hour, userIds: readMembers(members, to) });
        return getDayMail(ctx);
      });
      answer({ json, text: mailText(json) });
    });
}

/** @throws DomainError invalid_input */
function readMembers(members: DayReader[], text: string): string[] {
  return text.split(',').map((part) => {
    const email = part.trim().toLowerCase();
    const member = members.find((each) => each.email === email);
    if (member) return member.userId;
    throw refusedOption('--to', `"${email}" is not a member who may see the close of day`);
  });
}

function mailText({ setting, members }: Mailed): string {
  if (!setting) return 'Days are not mailed.';
  const { hour, userIds, nextAt } = setting;
  const readers = members.filter(({ userId }) => userIds.includes(userId)).map(({ email }) => email);
  const at = `${String(hour).padStart(2, '0')}:00 EAT`;
  return `Each day is mailed at ${at} to ${readers.join(', ') || 'nobody'}. The next mail is written at ${nextAt}.`;
}
