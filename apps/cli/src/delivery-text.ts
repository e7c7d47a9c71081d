import type { AttemptView, DeliverySummary, DeliveryView } from '@tillgate/domain/reading/deliveries';
import { facts, moment, table } from './table.ts';

/** One delivery as people read it, with the body that is sent and every attempt. */
export function deliveryText(delivery: DeliveryView): string {
  const { attempts, attemptCount } = delivery;
  const head = facts([
    ['Delivery', delivery.deliveryId],
    ['Event', `${delivery.eventId}, ${typeText(delivery)}`],
    ['Endpoint', `${delivery.endpointId}, ${delivery.url}`],
    ['Status', delivery.underWay ? `${delivery.status}, being attempted` : delivery.status],
    ['Next attempt', delivery.nextAttemptAt ? moment(delivery.nextAttemptAt) : undefined],
    ['Made', moment(delivery.createdAt)],
    ['Sent again', delivery.resentAt ? moment(delivery.resentAt) : undefined],
    ['Ended', delivery.endedAt ? moment(delivery.endedAt) : undefined],
  ]);
  const shown = attempts.length < attemptCount ? `, the latest ${attempts.length} of them` : '';
  return [
    head,
    '',
    'Body:',
    delivery.body,
    '',
    `Attempts: ${attemptCount}${shown}`,
    ...(attempts.length > 0 ? [attemptsText(attempts)] : []),
    ...answerText(attempts[0]),
  ].join('\n');
}

/** Several deliveries, a line each, and how to see more. */
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
      ? table(['DELIVERY', 'MADE', 'EVENT', 'STATUS', 'ATTEMPTS', 'NEXT ATTEMPT', 'LAST ANSWER'], rows)
      : 'No deliveries.';
  return next === null ? shown : `${shown}\nThere may be more: --before ${next}`;
}

function typeText({ type, test, copy }: { type: string; test: boolean; copy: number }): string {
  return [type, ...(test ? ['(test)'] : []), ...(copy > 0 ? [`(copy ${copy})`] : [])].join(' ');
}

function attemptsText(attempts: AttemptView[]): string {
  return table(
    ['NO', 'STARTED', 'MS', 'STATUS', 'ADDRESS', 'WHY IT DID NOT ACKNOWLEDGE'],
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

function answerText(latest: AttemptView | undefined): string[] {
  return latest?.responseBody ? ['', `Answer to attempt ${latest.number}:`, plain(latest.responseBody)] : [];
}

/** A stranger's text must not move the cursor or colour the terminal. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD');
}
