import { listenSecret } from '@tillgate/domain/events';
import { Command } from 'commander';
import { untilEnded } from '../listen/ending.ts';
import { type ApiOptions, apiOption, keyOption, readHttpUrl, resolveApi } from '../listen/options.ts';
import { jsonReporter, textReporter } from '../listen/report.ts';
import { listen as listenTo } from '../listen/session.ts';
import type { Terminal } from '../run.ts';
import { secretHelp } from '../secret.ts';
import { eventTypesHelp, readEventTypes } from './options.ts';

type Options = ApiOptions & { forward?: string; events?: string; printJson?: true; json?: true };

const help = `
Examples:
  tillgate listen --forward http://localhost:3000/webhook
  tillgate listen --events payment.success,payment.failed
  tillgate listen --json | jq .event.data

Each event arrives once and in order, signed like a webhook. The signing secret depends on the API key, so it is the same
each time. With --json, each event is one JSON object per line on stdout. All other messages go to stderr.`;

export function listen(terminal: Terminal): Command {
  return new Command('listen')
    .description('receive the sandbox events of an application on this machine, without a public URL or tunnel')
    .option('--forward <url>', 'post each event to this address like a webhook (default: only show events)')
    .option('--events <list>', 'event types, separated by commas (default: all)')
    .addOption(keyOption())
    .addOption(apiOption())
    .option('--print-json', 'the same as --json')
    .addHelpText('after', `${eventTypesHelp}\n${help}\n${secretHelp}`)
    .action(async (_options: Options, command: Command) => {
      const options: Options = command.optsWithGlobals();
      const api = await resolveApi(options);
      const forwardTo = options.forward === undefined ? undefined : readHttpUrl('--forward', options.forward);
      const types = readEventTypes(options.events);
      const wanted = types?.length ? new Set<string>(types) : undefined;
      const secret = listenSecret(api.key);
      const facts = { api: api.url, secret, forwardTo: forwardTo?.href, events: types };
      const isJson = options.json === true || options.printJson === true;
      const report = isJson ? jsonReporter(terminal, facts) : textReporter(terminal, facts);
      await untilEnded((signal) => listenTo({ api, secret, forwardTo, wanted, report, signal }));
    });
}
