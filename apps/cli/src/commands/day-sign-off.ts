import { signOffDay } from '@tillgate/domain/closing';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, dayOption, envOption } from './options.ts';

type Options = TenantOptions & { day: string; note?: string };

export function daySignOff(answer: (answer: Answer) => void): Command {
  return new Command('sign-off')
    .description('vouch for the figures of a business day that has ended')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(dayOption())
    .option('--note <text>', 'why it is signed off while something of the day is open')
    .action(async ({ day, note, ...options }: Options) => {
      const json = await withTenant(options, (ctx) => signOffDay(ctx, { day, note }));
      const { isNew, signOff } = json;
      const text = isNew
        ? `${day} is signed off, revision ${signOff.revision}.`
        : `${day} was signed off with these figures before, by ${signOff.signedBy} at ${signOff.signedAt}.`;
      answer({ json, text });
    });
}
