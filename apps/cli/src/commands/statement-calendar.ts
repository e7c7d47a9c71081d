import { getCalendar, getToldGaps } from '@tillgate/domain/reading/reconciliation';
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
      const range = { shortcode, from, to };
      const json = await withTenant(options, async (ctx) => ({
        ...(await getCalendar(ctx, range)),
        confirmations: await getToldGaps(ctx, range),
      }));
      answer({ json, text: calendarText(json.days, json.confirmations) });
    });
}
