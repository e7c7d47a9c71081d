import { readFile } from 'node:fs/promises';
import type { Environment } from '@tillgate/db';
import { DomainError } from '@tillgate/domain';
import { setC2bRules } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { c2bRulesText } from './c2b-rules-show.ts';
import { appOption, envOption } from './options.ts';

type Options = {
  app: string;
  env: Environment;
  referencePattern?: string;
  references?: string;
  amountMin?: string;
  amountMax?: string;
};

const fileSizeMax = 1_000_000;

export function c2bRulesSet(answer: (answer: Answer) => void): Command {
  return new Command('set')
    .description(
      'what offline payments an application accepts, once the provider asks before each (external validation)',
    )
    .addOption(appOption())
    .addOption(envOption())
    .option('--reference-pattern <pattern>', 'regular expression that the whole account reference must match')
    .option('--references <list>', 'the account references that exist: a,b,c, or @file with one in each line')
    .option('--amount-min <kes>', 'the least, in whole KES')
    .option('--amount-max <kes>', 'the most, in whole KES')
    .addHelpText(
      'after',
      '\nRules that are left out keep what is stored; an empty text takes a rule away. Upper and lower case are the same.',
    )
    .action(async (options: Options) => {
      const input = {
        applicationId: options.app,
        environment: options.env,
        referencePattern: options.referencePattern === '' ? null : options.referencePattern,
        references: await readReferences(options.references),
        amountMin: readAmount('--amount-min', options.amountMin),
        amountMax: readAmount('--amount-max', options.amountMax),
      };
      const json = await withOperator((ctx) => setC2bRules(ctx, input));
      answer({ json, text: c2bRulesText(json) });
    });
}

async function readReferences(text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined) return undefined;
  const list = text.startsWith('@') ? await readList(text.slice(1)) : text.split(',');
  return list.map((each) => each.trim()).filter((each) => each !== '');
}

async function readList(path: string): Promise<string[]> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw refused('--references', `the file ${path} cannot be read${reason}`);
  }
  if (content.length > fileSizeMax) throw refused('--references', `the file ${path} is too large`);
  return content.split(/\r?\n/);
}

function readAmount(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (!/^[0-9]{1,10}$/.test(text)) throw refused(option, 'must be whole KES');
  return Number(text);
}

function refused(option: string, message: string): DomainError {
  return new DomainError('invalid_input', `${option}: ${message}.`, { issues: [{ path: option, message }] });
}
