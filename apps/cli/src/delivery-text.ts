import type { AttemptView, DeliverySummary, DeliveryView } from '@tillgate/domain/reading/deliveries';
import { facts, moment, table } from './table.ts';

/** Formats one delivery for people, with its body and attempts. */
export function deliveryText(delivery: DeliveryView): string {
  const { attempts, attemptCount } = delivery;
  const head = facts([
    ['Delivery', delivery.deliveryId],
    ['Event', `${delivery.eventId}, ${typeText(delivery)}`],
    ['Endpoint', `${delivery.endpointId}, ${delivery.url}`],
    ['Status', delivery.underWay ? `${delivery.status}, attempt in progress` : delivery.status],
    ['Next attempt', delivery.nextAttemptAt ? moment(delivery.nextAttemptAt) : undefined],
    ['Created', moment(delivery.createdAt)],
    ['Sent again', delivery.resentAt ? moment(delivery.resentAt) : undefined],
    ['Ended', delivery.endedAt ? moment(delivery.endedAt) : undefined],
  ]);
  const shown = attempts.length < attemptCount ? `, showing the latest ${attempts.length}` : '';
  return [
    head,
    '',
    'Body:',
    delivery.body,
    '',
    `Attempts: ${attemptCount}${shown}`,
    ...(attempts.length > 0 ? [attemptsText(attempts)] : []),
    ...responseText(attempts[0]),
  ].join('\n');
}

/** Formats several deliveries, one per line, and says how to see more. */
export function deliveriesText(deliveries: DeliverySummary[], next: string | null): string {
  const rows = deliveries.map((delivery) => [
    delivery.deliveryId,
    moment(delivery.createdAt),
    typeText(delivery),
    delivery.status,
    String(delivery.attemptCount),
    moment(delivery.nextAttemptAt),
    delivery.lastError ?? (delivery.lastStatusCode === null ? '' : String(delivery.lastStatusCode)),
  ]);
  const shown =
    rows.length > 0
      ? table(['DELIVERY', 'CREATED', 'EVENT', 'STATUS', 'ATTEMPTS', 'NEXT ATTEMPT', 'LAST RESPONSE'], rows)
      : 'No deliveries.';
  return next === null ? shown : `${shown}\nThere may be more. To see them, add --before ${next}`;
}

function typeText({ type, test, copy }: { type: string; test: boolean; copy: number }): string {
  return [type, ...(test ? ['(test)'] : []), ...(copy > 0 ? [`(copy ${copy})`] : [])].join(' ');
}

function attemptsText(attempts: AttemptView[]): string {
  return table(
    ['NO', 'STARTED', 'MS', 'STATUS', 'ADDRESS', 'ERROR'],
    attempts.map(({ number, startedAt, durationMs, statusCode, address, error }) => [
      String(number),
      moment(startedAt),
      String(durationMs),
      String(statusCode ?? '-'),
      address ?? '-',
      error ?? '',
    ]),
  );
}

function responseText(latest: AttemptView | undefined): string[] {
  return latest?.responseBody ? ['', `Response to attempt ${latest.number}:`, plain(latest.responseBody)] : [];
}

/** Replaces control characters, so that a receiver's response cannot change the terminal. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD');
}
