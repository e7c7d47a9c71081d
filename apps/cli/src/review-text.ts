import type { HeldSum } from '@tillgate/domain/reading/payments';
import type { ReviewDetail, ReviewListRow } from '@tillgate/domain/reading/reviews';
import { reasonSentence } from '@tillgate/domain/reviews';
import { facts, table } from './table.ts';

type By = NonNullable<ReviewListRow['assignedTo']>;

/** Formats several reviews, one per line, the held money, and how to see more. */
export function reviewsText(rows: ReviewListRow[], next: string | null, held: HeldSum): string {
  const lines = rows.map((row) => [
    row.reviewId,
    row.openedAt,
    row.subjectKind,
    row.amount === null ? '-' : `KES ${row.amount}`,
    row.receipt ?? '-',
    row.assignedTo ? nameOf(row.assignedTo) : '-',
    plain(reasonSentence(row.words)),
  ]);
  const headings = ['REVIEW', 'OPENED', 'ABOUT', 'AMOUNT', 'RECEIPT', 'ASSIGNED TO', 'REASON'];
  const list = lines.length > 0 ? table(headings, lines) : 'No reviews.';
  const shown =
    held.count === 0
      ? list
      : `${list}\nHeld: ${held.count}, KES ${held.amount}. This money is in no list until it is clear what it is for.`;
  return next === null ? shown : `${shown}\nThere may be more. To see them, add --before ${next}`;
}

/** Formats one review with its evidence and next steps. */
export function reviewText({
  review,
  subject,
  steps,
  pendingOrder,
  evidence,
  notes,
  assignable,
}: ReviewDetail): string {
  const head = facts([
    ['Review', review.reviewId],
    ['Reason', plain(review.sentence)],
    ['Status', review.status],
    ['Opened', review.openedAt],
    ['About', `${review.subjectKind} ${review.subjectId}`],
    ['Assigned to', review.assignedTo ? nameOf(review.assignedTo) : 'nobody'],
    ['Closed by', review.closedBy ? nameOf(review.closedBy) : undefined],
    ['Closing note', review.closingNote === null ? undefined : plain(review.closingNote)],
    ['Order', pendingOrder ? `${pendingOrder.orderId}, ${pendingOrder.status}` : undefined],
    ['Next steps', steps.join(', ') || 'none'],
  ]);
  return [
    head,
    ...section('Facts', [plain(JSON.stringify({ ...review.detail, ...subject }))]),
    ...section(
      'Messages from the provider',
      evidence.callbacks.map((row) => `${row.receivedAt} ${row.kind} ${row.state} ${plain(row.body)}`),
    ),
    ...section(
      'Questions to the provider',
      evidence.inquiries.map((row) => `${row.createdAt} ${row.status} ${plain(row.resultDesc ?? '')}`),
    ),
    ...section(
      'Webhooks',
      evidence.events.map((row) => `${row.createdAt} ${row.type}`),
    ),
    ...section(
      'Confirmations that wait',
      evidence.held.map((row) => `${row.callbackId} ${row.paidAt} KES ${row.amount} ${plain(row.receipt)}`),
    ),
    ...section(
      'Payments that may be the same money',
      evidence.candidates.map((row) => `${row.paymentId} ${row.createdAt} ${row.status} KES ${row.amount}`),
    ),
    ...section(
      'Notes',
      notes.map((row) => `${row.createdAt} ${row.by ? nameOf(row.by) : '-'}: ${plain(row.text)}`),
    ),
    ...section(
      'Can be assigned to',
      assignable.map((row) => `${row.userId} ${plain(row.name)}`),
    ),
  ].join('\n');
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ['', `${title}:`, ...lines] : [];
}

function nameOf(by: By): string {
  if (by.kind === 'person' || by.kind === 'key') return plain(by.name ?? by.id);
  return by.kind;
}

/** Replaces control characters, so that foreign text cannot change the terminal. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD');
}
