import type { Environment } from '@tillgate/db';
import { type C2bRules, getC2bRules, patternProblem } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption } from './options.ts';

type Options = { app: string; env: Environment };

const shownMax = 10;

export function c2bRulesShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show the validation rules for offline payments')
    .addOption(appOption())
    .addOption(envOption())
    .action(async ({ app, env }: Options) => {
      const json = await withOperator((ctx) => getC2bRules(ctx, { applicationId: app, environment: env }));
      answer({ json, text: c2bRulesText(json) });
    });
}

/** Formats the rules for people. */
export function c2bRulesText({ referencePattern, references, amountMin, amountMax, verifyFrom }: C2bRules): string {
  const problem = patternProblem(referencePattern);
  const shown = references.slice(0, shownMax).join(', ');
  const more = references.length > shownMax ? ` and ${references.length - shownMax} more` : '';
  return [
    `Reference pattern: ${referencePattern ?? 'any'}`,
    ...(problem === null ? [] : [`  It refuses every payment, because it ${problem}.`]),
    `References: ${references.length === 0 ? 'any' : `${shown}${more}`}`,
    `Amount: ${amountMin ?? 'any'} to ${amountMax ?? 'any'} KES`,
    `Confirmed by the provider before announced: ${verifyFrom === null ? 'never' : `from ${verifyFrom} KES`}`,
  ].join('\n');
}
