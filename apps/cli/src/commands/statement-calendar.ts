import { getCalendar } from '@tillgate/domain/reading/reconciliation';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { calendarText } from '../statement-text.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { withShortcodeOptions } from './statement-options.ts';

type Options = TenantOptions & { shortcode: string; from: string; to: string };

export function statementCalendar(answer: (answer: Answer) => void): Command {
  return withShortcodeOptions(new Command('calendar'))
    .description('show which days agree with the statement, and where the balance does not continue')
    .addOption(new Option('--from <day>', 'first day, like 2026-11-01').makeOptionMandatory())
    .addOption(new Option('--to <day>', 'last day, at most 31 days later').makeOptionMandatory())
    .action(async ({ shortcode, from, to, ...options }: Options) => {
      const json = await withTenant(options, (ctx) => getCalendar(ctx, { shortcode, from, to }));
      answer({ json, text: calendarText(json.days) });
    });
}
