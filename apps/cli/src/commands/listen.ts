import { listenSecret } from '@tillgate/domain/events';
import { command } from '../command.ts';
import { flag, optional } from '../fields.ts';
import { untilEnded } from '../listen/ending.ts';
import { apiOptions, readHttpUrl, resolveApi } from '../listen/options.ts';
import { jsonReporter, textReporter } from '../listen/report.ts';
import { listen as listenTo } from '../listen/session.ts';
import { eventTypesHelp, readEventTypes } from '../options.ts';
import { secretHelp } from '../secret.ts';

export const listen = command('listen', {
  about: 'receive the sandbox events of an application on this machine, without a public URL or tunnel',
  options: {
    forwardTo: optional(
      '--forward <url>',
      'post each event to this address like a webhook (default: only show events)',
    ).as(readHttpUrl),
    events: optional('--events <list>', 'event types, separated by commas (default: all but the extra ones)').as(
      readEventTypes,
    ),
    ...apiOptions,
    printJson: flag('--print-json', 'the same as --json'),
  },
  help: `${eventTypesHelp}

Examples:
  tillgate listen --forward http://localhost:3000/webhook
  tillgate listen --events payment.success,payment.failed
  tillgate listen --json | jq .event.data

Each event arrives once and in order, signed like a webhook. The signing secret depends on the API key, so it is the same
each time. With --json, each event is one JSON object per line on stdout. All other messages go to stderr.
${secretHelp}`,
  run: async ({ forwardTo, events, printJson, ...given }, { terminal, isJson }) => {
    const api = await resolveApi(given);
    const wanted = events?.length ? new Set<string>(events) : undefined;
    const secret = listenSecret(api.key);
    const facts = { api: api.url, secret, forwardTo: forwardTo?.href, events };
    const report = isJson || printJson ? jsonReporter(terminal, facts) : textReporter(terminal, facts);
    await untilEnded((signal) => listenTo({ api, secret, forwardTo, wanted, report, signal }));
    return undefined;
  },
});
