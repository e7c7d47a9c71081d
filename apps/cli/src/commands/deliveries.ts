import { DeliveryStatus } from '@tillgate/db';
import { cancelDelivery, resendDelivery, sendAsNew } from '@tillgate/domain/deliveries';
import { getDelivery, listDeliveries } from '@tillgate/domain/reading/deliveries';
import { group, operatorCommand } from '../command.ts';
import { deliveriesText, deliveryText } from '../delivery-text.ts';
import { choice, optional, required } from '../fields.ts';
import { endpointId, eventTypesHelp, limitOption, readEventType } from '../options.ts';
import { readMoment } from '../time.ts';

const deliveryId = required('--delivery <id>', 'delivery ID, sent as x-webhook-id');

export const deliveries = group(
  'delivery',
  'webhook deliveries',
  operatorCommand('list', {
    about: 'list the deliveries of an endpoint, newest first',
    options: {
      endpointId,
      status: choice('--status <status>', 'only with this status', Object.values(DeliveryStatus)),
      type: optional('--event <type>', 'only of this event type').as(readEventType),
      since: optional('--since <time>', 'only created since this time, or since a duration before now').as(readMoment),
      until: optional('--until <time>', 'only created before this time').as(readMoment),
      limit: limitOption(20),
      before: optional('--before <id>', 'continue after this delivery'),
    },
    help: `${eventTypesHelp}

Examples:
  tillgate delivery list --endpoint ENDPOINT --status exhausted --since 2d
  tillgate delivery list --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --until 2026-01-31T09:00:00+03:00`,
    verb: listDeliveries,
    text: (result) => deliveriesText(result.deliveries, result.next),
  }),
  operatorCommand('show', {
    about: 'show a delivery with its body, attempts and last response',
    options: { deliveryId },
    verb: getDelivery,
    text: deliveryText,
  }),
  operatorCommand('resend', {
    about: 'resend a delivery, whatever its status',
    options: { deliveryId },
    help: `
The delivery keeps its x-webhook-id, so the receiver can ignore a duplicate. A delivery that has ended starts its retry
schedule again. A delivery that waits for a retry is sent now.`,
    verb: resendDelivery,
    text: ({ queued }, { deliveryId }) =>
      `Delivery ${deliveryId} ${queued ? 'was queued again' : 'is already queued'}.`,
  }),
  operatorCommand('send-as-new', {
    about: 'send the event of a delivery as a new delivery with a new x-webhook-id',
    options: { deliveryId },
    help: `
The new delivery has a new x-webhook-id. A receiver that uses this ID to ignore duplicates will process the event twice.
Use this only if the receiver acknowledged the first delivery and lost it. Otherwise use: tillgate delivery resend`,
    verb: sendAsNew,
    text: (result) => `${result.queued ? 'Sent as' : 'Already sent a moment ago as'} delivery ${result.deliveryId}.`,
  }),
  operatorCommand('cancel', {
    about: 'cancel a delivery that waits for its next attempt',
    options: { deliveryId },
    verb: cancelDelivery,
    text: ({ cancelled, status }, { deliveryId }) =>
      `Delivery ${deliveryId} ${cancelled ? 'is cancelled' : `had already ended: ${status}`}.`,
  }),
);
