import { type Environment, Product } from '@tillgate/db';
import { setProviderCredentials } from '@tillgate/domain/applications';
import { Command, Option } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { resolveSecret, secretHelp } from '../secret.ts';
import { appOption, envOption } from './options.ts';

type Options = {
  app: string;
  env: Environment;
  product?: Product;
  shortcode?: string;
  till?: string;
  consumerKey?: string;
  consumerSecret?: string;
  passkey?: string;
  initiatorName?: string;
  initiatorPassword?: string;
};

export function credentialsSet(answer: (answer: Answer) => void): Command {
  return new Command('set')
    .description('store the M-PESA credentials of an application; the first time, only till and initiator are optional')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(new Option('--product <product>', 'type of shortcode').choices(Object.values(Product)))
    .option('--shortcode <number>', 'paybill number, or store (head office) number of a till')
    .option('--till <number>', 'till number that receives the money; for product till')
    .option('--consumer-key <secret>', 'consumer key of the provider app')
    .option('--consumer-secret <secret>', 'consumer secret of the provider app')
    .option('--passkey <secret>', 'passkey of the shortcode')
    .option('--initiator-name <name>', 'API user for payouts, refunds and inquiries')
    .option('--initiator-password <secret>', 'password of the API user')
    .addHelpText('after', `\nAfter the first time, options that you omit do not change.\n${secretHelp}`)
    .action(async (options: Options) => {
      const input = {
        applicationId: options.app,
        environment: options.env,
        product: options.product,
        shortcode: options.shortcode,
        tillNumber: options.till,
        consumerKey: await optionalSecret('--consumer-key', options.consumerKey),
        consumerSecret: await optionalSecret('--consumer-secret', options.consumerSecret),
        passkey: await optionalSecret('--passkey', options.passkey),
        initiatorName: options.initiatorName,
        initiatorPassword: await optionalSecret('--initiator-password', options.initiatorPassword),
      };
      const json = await withOperator((ctx) => setProviderCredentials(ctx, input));
      answer({ json, text: `Stored the ${options.env} credentials of application ${options.app}. They are sealed.` });
    });
}

async function optionalSecret(option: string, text: string | undefined): Promise<string | undefined> {
  return text === undefined ? undefined : resolveSecret(option, text);
}
