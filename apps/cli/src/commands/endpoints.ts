import { deleteEndpoint, disableEndpoint } from '@tillgate/domain/deliveries';
import {
  activateSecret,
  createEndpoint,
  enableEndpoint,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from '@tillgate/domain/endpoints';
import { getEndpoint, listEndpoints } from '@tillgate/domain/reading/endpoints';
import { recoverFailed, recoveryDaysMax, replayMissing } from '@tillgate/domain/recoveries';
import { group, operatorCommand } from '../command.ts';
import { endpointsText, endpointText } from '../endpoint-text.ts';
import { defaulting, flag, optional, required } from '../fields.ts';
import {
  app,
  applicationOptions,
  eitherEnv,
  endpointId,
  eventTypesHelp,
  readEventType,
  readEventTypes,
  readWholeNumber,
  refusedOption,
} from '../options.ts';
import { moment } from '../table.ts';
import { readDuration } from '../time.ts';
import { recoveryCommand } from './recoveries.ts';

export const endpoints = group(
  'endpoint',
  'webhook endpoints',
  operatorCommand('create', {
    about: 'create an endpoint that receives signed webhooks; its secret is shown only once',
    options: {
      ...applicationOptions,
      url: required('--url <url>', 'https address that receives a POST for each event'),
      events: optional('--events <list>', 'event types, separated by commas (default: all but the extra ones)').as(
        readEventTypes,
      ),
      description: optional('--description <text>', 'purpose'),
      concurrency: optional('--concurrency <number>', 'maximum number of attempts at once, 1 to 16 (default: 4)').as(
        readWholeNumber,
      ),
      ratePerSecond: optional(
        '--rate <number>',
        'maximum number of attempts per second, 1 to 1000 (default: no limit)',
      ).as(readWholeNumber),
    },
    help: `${eventTypesHelp}

Example:
  tillgate endpoint create --app APP --env production --url https://shop.example.com/tillgate --events payment.success --rate 20`,
    verb: createEndpoint,
    text: ({ endpointId, secret }) =>
      `Created endpoint ${endpointId}. Store its secret now. It is not shown again:\n${secret}`,
  }),
  operatorCommand('list', {
    about: 'list the endpoints of an application with their health',
    options: { applicationId: app, environment: eitherEnv },
    verb: async (ctx, given) => ({ endpoints: await listEndpoints(ctx, given) }),
    text: (result) => endpointsText(result.endpoints),
  }),
  operatorCommand('show', {
    about: 'show an endpoint and its health, without its secret',
    options: { endpointId },
    verb: getEndpoint,
    text: endpointText,
  }),
  operatorCommand('update', {
    about: 'change an endpoint; waiting deliveries go to its new URL',
    options: {
      endpointId,
      url: optional('--url <url>', 'https address that receives a POST for each event'),
      events: optional('--events <list>', 'event types, separated by commas').as(readEventTypes),
      description: optional('--description <text>', 'purpose').as((_, text) => (text === '' ? null : text)),
      concurrency: optional('--concurrency <number>', 'maximum number of attempts at once, 1 to 16').as(
        readWholeNumber,
      ),
      ratePerSecond: optional('--rate <number>', 'maximum number of attempts per second, 1 to 1000').as(
        (option, text) => (text === '' ? null : readWholeNumber(option, text)),
      ),
    },
    help: `
Options that you omit do not change. An empty value removes a description or rate. An empty --events means all types
but the extra ones.
${eventTypesHelp}

Examples:
  tillgate endpoint update --endpoint ENDPOINT --url https://shop.example.com/hooks/v2
  tillgate endpoint update --endpoint ENDPOINT --events payment.success,payment.failed --rate ''`,
    verb: updateEndpoint,
    text: ({ changed }) => (changed.length === 0 ? 'Nothing changed.' : `Changed: ${changed.join(', ')}.`),
  }),
  operatorCommand('disable', {
    about: 'stop sending to an endpoint and cancel its waiting deliveries',
    options: { endpointId },
    verb: disableEndpoint,
    text: ({ disabledReason }, { endpointId }) => `Endpoint ${endpointId} was disabled: ${disabledReason}`,
  }),
  operatorCommand('enable', {
    about: 'send new events to a disabled endpoint again; cancelled deliveries need a recovery',
    options: { endpointId },
    verb: enableEndpoint,
    text: enabledText,
  }),
  operatorCommand('delete', {
    about: 'delete an endpoint and its secrets; its deliveries stay readable',
    options: { endpointId, yes: flag('--yes', 'confirm: this cannot be undone') },
    check: ({ yes }) => {
      if (!yes) throw refusedOption('--yes', 'is required, because deleting an endpoint cannot be undone');
    },
    verb: (ctx, { endpointId }) => deleteEndpoint(ctx, { endpointId }),
    text: (_, { endpointId }) => `Endpoint ${endpointId} was deleted.`,
  }),
  operatorCommand('rotate', {
    about: 'create a new signing secret for an endpoint; it is shown only once',
    options: {
      endpointId,
      graceSeconds: defaulting(
        '--grace <duration>',
        'how long the current secret goes on signing, at most 7d',
        '24h',
      ).as(readDuration),
    },
    help: `
The current secret keeps signing x-webhook-signature. The new one takes over when you run "tillgate endpoint activate",
or automatically when the grace period ends. Until then, webhook-signature (Standard Webhooks) is signed with both. If a
secret leaked, use --grace 0: the new one takes over immediately, and earlier secrets no longer sign.

Examples:
  tillgate endpoint rotate --endpoint ENDPOINT
  tillgate endpoint rotate --endpoint ENDPOINT --grace 7d
  tillgate endpoint rotate --endpoint ENDPOINT --grace 0`,
    verb: rotateSecret,
    text: ({ retiredUntil, secret }, { endpointId }) => {
      const next = retiredUntil
        ? `The new secret takes over at ${moment(retiredUntil)}, or when you run: tillgate endpoint activate --endpoint ${endpointId}\nUntil then the current secret signs.`
        : 'The new secret signs from now on. Earlier secrets no longer sign.';
      return `${next} Store the new secret now. It is not shown again:\n${secret}`;
    },
  }),
  operatorCommand('activate', {
    about: 'sign with the new secret of a rotation from now on',
    options: { endpointId },
    help: `
Do this when your receiver has the new secret. Otherwise the new secret takes over by itself when the grace period of
the rotation ends.

Example:
  tillgate endpoint activate --endpoint ENDPOINT`,
    verb: activateSecret,
    text: ({ activated }) =>
      activated
        ? 'The new secret signs every delivery. The old one no longer signs.'
        : 'The newest secret signs already. There is no rotation to end.',
  }),
  operatorCommand('test', {
    about: 'send a signed sample event, marked as a test, to an endpoint',
    options: { endpointId, type: defaulting('--event <type>', 'event type', 'payment.success').as(readEventType) },
    help: `${eventTypesHelp}

Example:
  tillgate endpoint test --endpoint ENDPOINT --event payment.failed`,
    verb: testEndpoint,
    text: ({ deliveryId }) => `Sent. To see the result:\n  tillgate delivery show --delivery ${deliveryId}`,
  }),
  recoveryCommand('recover', {
    about: 'resend the failed deliveries of an endpoint since a time',
    help: `
Exhausted and cancelled deliveries of that time start their retry schedule again. Deliveries that wait for a retry are
sent now. Each delivery keeps its x-webhook-id, so the receiver can ignore duplicates.

Examples:
  tillgate endpoint recover --endpoint ENDPOINT --since 3h
  tillgate endpoint recover --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`,
    verb: recoverFailed,
  }),
  recoveryCommand('replay', {
    about: 'send an endpoint the events since a time that were never sent to it',
    help: `
Sends the events of that time that have no delivery to the endpoint: events from before it was created or while it was
disabled. Includes only the endpoint's event types, and no test events.

Examples:
  tillgate endpoint replay --endpoint ENDPOINT --since 2d
  tillgate endpoint replay --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --wait`,
    verb: replayMissing,
  }),
);

/** Cancelled deliveries may have waited this long before. */
const waitDaysMax = 7;
const dayMs = 24 * 3_600_000;

function enabledText({ endpointId, disabledAt, cancelledDeliveries }: Awaited<ReturnType<typeof enableEndpoint>>) {
  const lines = [`Endpoint ${endpointId} was enabled.`];
  if (disabledAt) {
    lines.push(
      `Deliveries cancelled since it was disabled: ${cancelledDeliveries}. To send them and the events missed since then:`,
      `  tillgate endpoint recover --endpoint ${endpointId} --since ${sinceText(disabledAt, waitDaysMax)}`,
      `  tillgate endpoint replay --endpoint ${endpointId} --since ${sinceText(disabledAt, 0)}`,
    );
  }
  return lines.join('\n');
}

function sinceText(disabledAt: Date, daysBefore: number): string {
  const since = disabledAt.getTime() - daysBefore * dayMs;
  return Date.now() - since > recoveryDaysMax * dayMs ? `${recoveryDaysMax}d` : new Date(since).toISOString();
}
