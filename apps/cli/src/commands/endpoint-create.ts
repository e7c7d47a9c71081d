import type { Environment } from '@tillgate/db';
import { DomainError } from '@tillgate/domain';
import { createEndpoint, type EventType, eventTypes } from '@tillgate/domain/webhooks';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption } from './options.ts';

type Options = { app: string; env: Environment; url: string; events?: string };

export function endpointCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('register a URL that receives signed webhooks; its secret is shown this once and never again')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--url <url>', 'https address that receives a POST for each event')
    .option('--events <list>', 'event types with commas between them; all when left out')
    .addHelpText('after', `\nEvent types: ${eventTypes.join(', ')}`)
    .action(async ({ app, env, url, events }: Options) => {
      const input = { applicationId: app, environment: env, url, events: readEvents(events) };
      const made = await withOperator((ctx) => createEndpoint(ctx, input));
      answer({
        json: made,
        text: `Made endpoint ${made.endpointId}. Keep its secret now, it is not shown again:\n${made.secret}`,
      });
    });
}

function readEvents(text: string | undefined): EventType[] | undefined {
  return text?.split(',').map((part) => {
    const type = eventTypes.find((known) => known === part.trim());
    if (type) return type;
    const message = `"${part.trim()}" is not an event type`;
    throw new DomainError('invalid_input', `--events: ${message}.`, { issues: [{ path: '--events', message }] });
  });
}
