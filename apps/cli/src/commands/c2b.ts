import {
  type C2bRules,
  endHookTokens,
  getC2bRules,
  getPulledPayments,
  type PullState,
  patternProblem,
  rotateHookToken,
  setC2bRules,
  setPulledPayments,
} from '@tillgate/domain/c2b';
import { group, operatorCommand } from '../command.ts';
import { flag, optional } from '../fields.ts';
import { applicationOptions, readOptionFile, readWholeNumber, refusedOption } from '../options.ts';

const hourSeconds = 3_600;
const fileLengthMax = 1_000_000;
const shownMax = 10;

/** A rule that is an amount. An empty one removes the rule. */
const amount = (option: string, about: string) => optional(`${option} <kes>`, about).as(readAmount);

export const c2b = group(
  'c2b',
  'offline payments',
  group(
    'rules',
    'validation rules for offline payments',
    operatorCommand('set', {
      about: 'set which offline payments an application accepts, if the provider asks first (external validation)',
      options: {
        ...applicationOptions,
        referencePattern: optional(
          '--reference-pattern <pattern>',
          'regular expression that the whole account reference must match',
        ).as((_, text) => (text === '' ? null : text)),
        references: optional('--references <list>', 'valid account references: a,b,c, or @file with one per line').as(
          readReferences,
        ),
        amountMin: amount('--amount-min', 'minimum amount in whole KES'),
        amountMax: amount('--amount-max', 'maximum amount in whole KES'),
        verifyFrom: amount(
          '--verify-from',
          'ask the provider about payments from this amount on before they are announced',
        ),
      },
      help: '\nRules that you omit do not change. An empty value removes a rule. Case does not matter.',
      verb: setC2bRules,
      text: rulesText,
    }),
    operatorCommand('show', {
      about: 'show the validation rules for offline payments',
      options: applicationOptions,
      verb: getC2bRules,
      text: rulesText,
    }),
  ),
  operatorCommand('pull', {
    about: 'repair missed confirmations of offline payments by asking M-PESA for them',
    options: {
      ...applicationOptions,
      nominatedNumber: optional('--nominated-number <phone>', 'Safaricom number of the merchant, such as 254712345678'),
      off: flag('--off', 'stop asking'),
    },
    help: `
With --nominated-number, the worker registers the shortcode for the Pull Transactions API, and asks M-PESA every ten
minutes for payments of the last hours whose confirmation never came. They are recorded like confirmations. M-PESA notifies
the nominated number of the registration. Without either option, the command prints the current state.`,
    check: ({ off, nominatedNumber }) => {
      if (off && nominatedNumber !== undefined) throw refusedOption('--off', 'cannot be used with --nominated-number');
    },
    verb: (ctx, { off, nominatedNumber, ...which }) =>
      off || nominatedNumber !== undefined
        ? setPulledPayments(ctx, { ...which, nominatedPhone: nominatedNumber ?? null })
        : getPulledPayments(ctx, which),
    text: pullText,
  }),
  operatorCommand('rotate-token', {
    about: 'replace the secret token in the URL that receives offline payments',
    options: {
      ...applicationOptions,
      graceSeconds: optional(
        '--grace-hours <hours>',
        '"manual", or hours that the old token stays valid after the registration (default: 24)',
      ).as((option, text) => (text === 'manual' ? null : readWholeNumber(option, text) * hourSeconds)),
    },
    help: `
M-PESA knows only the old URL until POST /c2b-register has registered the new one. The old token is taken until then and
for the grace after it. With --grace-hours 0 it ends at once: payments are not reported until the new URL is registered.`,
    verb: rotateHookToken,
    text: rotatedText,
  }),
  operatorCommand('end-token', {
    about: 'end the replaced tokens of an application now; payments reported to their URLs are refused',
    options: applicationOptions,
    verb: endHookTokens,
    text: ({ ended }) => `${ended} replaced token(s) ended.`,
  }),
);

async function readReferences(option: string, text: string): Promise<string[]> {
  const list = text.startsWith('@')
    ? (await readOptionFile(option, text.slice(1), fileLengthMax)).split(/\r?\n/)
    : text.split(',');
  return list.map((each) => each.trim()).filter((each) => each !== '');
}

function readAmount(option: string, text: string): number | null {
  if (text === '') return null;
  if (!/^[0-9]{1,10}$/.test(text)) throw refusedOption(option, 'must be whole KES');
  return Number(text);
}

function rulesText({ referencePattern, references, amountMin, amountMax, verifyFrom }: C2bRules): string {
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

function pullText({ shortcode, isOn, pullRegisteredAt, pulledTo, pullError, pullLeftOut }: PullState): string {
  if (!isOn) return `Payments to ${shortcode} are not pulled.`;
  const registered = pullRegisteredAt
    ? `Payments to ${shortcode} are pulled every ten minutes.`
    : `The worker registers ${shortcode} for pulled payments within a minute.`;
  const last = pulledTo ? `Pulled up to ${pulledTo.toISOString()}.` : 'Nothing is pulled yet.';
  const leftOut = (pullLeftOut ?? []).map(({ type, count }) =>
    type === null ? `Left out, not readable: ${count}` : `Left out, money that went out: ${count} of the type ${type}`,
  );
  return [registered, last, ...leftOut, ...(pullError ? [`The last try failed: ${pullError}`] : [])].join('\n');
}

function rotatedText({ shortcode, graceSeconds }: { shortcode: string; graceSeconds: number | null }): string {
  const next = 'Now register it with M-PESA: POST /c2b-register, or Offline payments, Settings in the dashboard.';
  const old =
    graceSeconds === null
      ? 'The old token is taken until you run "tillgate c2b end-token".'
      : graceSeconds === 0
        ? 'The old token has ended.'
        : `The old token is taken until ${graceSeconds / hourSeconds} h after M-PESA accepts the new URL.`;
  return `Shortcode ${shortcode} has a new token. ${next}\n${old}`;
}
