import { Product, Rail } from '@tillgate/db';
import {
  accountFields,
  makeDefaultAccount,
  otherRails,
  setProviderCredentials,
  setRailAccount,
} from '@tillgate/domain/applications';
import { railLabel } from '@tillgate/domain/rails';
import { group, operatorCommand } from '../command.ts';
import { choice, optional, repeated, requiredChoice } from '../fields.ts';
import { applicationOptions, refusedOption } from '../options.ts';
import { resolveSecret, secretHelp } from '../secret.ts';

export const credentials = group(
  'credentials',
  'what an application has at the networks',
  operatorCommand('set', {
    about: 'store the M-PESA credentials of an application; the first time, only till and initiator are optional',
    options: {
      ...applicationOptions,
      product: choice('--product <product>', 'type of shortcode', Object.values(Product)),
      shortcode: optional('--shortcode <number>', 'paybill number, or store (head office) number of a till'),
      tillNumber: optional('--till <number>', 'till number that receives the money; for product till'),
      consumerKey: optional('--consumer-key <secret>', 'consumer key of the provider app').as(resolveSecret),
      consumerSecret: optional('--consumer-secret <secret>', 'consumer secret of the provider app').as(resolveSecret),
      passkey: optional('--passkey <secret>', 'passkey of the shortcode').as(resolveSecret),
      initiatorName: optional('--initiator-name <name>', 'API user for payouts, refunds and inquiries'),
      initiatorPassword: optional('--initiator-password <secret>', 'password of the API user').as(resolveSecret),
    },
    help: `\nAfter the first time, options that you omit do not change.\n${secretHelp}`,
    verb: setProviderCredentials,
    text: (_, { environment, applicationId }) =>
      `Stored the ${environment} credentials of application ${applicationId}. They are sealed.`,
  }),
  operatorCommand('set-account', {
    about: 'store what an application has at another network than M-PESA; the first time with its number',
    options: {
      ...applicationOptions,
      rail: requiredChoice('--rail <name>', 'the network', otherRails),
      number: optional('--number <number>', 'number of the account, as the network shows it'),
      settings: repeated('--setting <name=value>', 'a setting; may be given more than once').as(readSettings),
      secrets: repeated('--secret <name=value>', 'a secret; may be given more than once').as(readSecrets),
    },
    help: `${accountsHelp()}\nAfter the first time, what you omit does not change. --secret name= removes one that is not needed.\n${secretHelp}`,
    verb: setRailAccount,
    text: (_, { environment, applicationId, rail }) =>
      `Stored the ${environment} account of application ${applicationId} at ${railLabel(rail)}. Its secrets are sealed.`,
  }),
  operatorCommand('make-default', {
    about: 'choose the network that takes what no rule gives to another',
    options: { ...applicationOptions, rail: requiredChoice('--rail <name>', 'the network', Object.values(Rail)) },
    verb: makeDefaultAccount,
    text: (_, { environment, applicationId, rail }) =>
      `${railLabel(rail)} is the ${environment} default of application ${applicationId}.`,
  }),
);

/** What each network takes. */
function accountsHelp(): string {
  return otherRails
    .map((rail) => {
      const { settings, needed, others } = accountFields(rail);
      return `
${rail} (${railLabel(rail)}):
  --secret    ${needed.join(', ')}; if you have them ${others.join(', ')}
  --setting   ${settings.join(', ')}`;
    })
    .join('\n');
}

/** Cuts `name=value` where it first has an equals sign. @throws DomainError invalid_input */
function readPair(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw refusedOption(option, 'must be name=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

function readSettings(option: string, texts: string[]): Record<string, unknown> {
  const words: Record<string, unknown> = { true: true, false: false };
  return Object.fromEntries(
    texts.map((text) => {
      const [name, value] = readPair(option, text);
      return [name, Object.hasOwn(words, value) ? words[value] : value];
    }),
  );
}

async function readSecrets(option: string, texts: string[]): Promise<Record<string, string | null>> {
  const pairs = texts.map(async (text) => {
    const [name, value] = readPair(option, text);
    return [name, value === '' ? null : await resolveSecret(option, value)] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
