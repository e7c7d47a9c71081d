import type { Environment } from '@tillgate/db';
import { setC2bRules } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { c2bRulesText } from './c2b-rules-show.ts';
import { appOption, envOption, readOptionFile, refusedOption } from './options.ts';

type Options = {
  app: string;
  env: Environment;
  referencePattern?: string;
  references?: string;
  amountMin?: string;
  amountMax?: string;
  verifyFrom?: string;
};

const fileLengthMax = 1_000_000;

export function c2bRulesSet(answer: (answer: Answer) => void): Command {
  return new Command('set')
    .description('set which offline payments an application accepts, if the provider asks first (external validation)')
    .addOption(appOption())
    .addOption(envOption())
    .option('--reference-pattern <pattern>', 'regular expression that the whole account reference must match')
    .option('--references <list>', 'valid account references: a,b,c, or @file with one per line')
    .option('--amount-min <kes>', 'minimum amount in whole KES')
    .option('--amount-max <kes>', 'maximum amount in whole KES')
    .option('--verify-from <kes>', 'ask the provider about payments from this amount on before they are announced')
    .addHelpText('after', '\nRules that you omit do not change. An empty value removes a rule. Case does not matter.')
    .action(async (options: Options) => {
      const input = {
        applicationId: options.app,
        environment: options.env,
        referencePattern: options.referencePattern === '' ? null : options.referencePattern,
        references: await readReferences(options.references),
        amountMin: readAmount('--amount-min', options.amountMin),
        amountMax: readAmount('--amount-max', options.amountMax),
        verifyFrom: readAmount('--verify-from', options.verifyFrom),
      };
      const json = await withOperator((ctx) => setC2bRules(ctx, input));
      answer({ json, text: c2bRulesText(json) });
    });
}

async function readReferences(text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined) return undefined;
  const list = text.startsWith('@')
    ? (await readOptionFile('--references', text.slice(1), fileLengthMax)).split(/\r?\n/)
    : text.split(',');
  return list.map((each) => each.trim()).filter((each) => each !== '');
}

function readAmount(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (!/^[0-9]{1,10}$/.test(text)) throw refusedOption(option, 'must be whole KES');
  return Number(text);
}
