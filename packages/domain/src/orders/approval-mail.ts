import type { OrderKind, Prisma } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { maskMsisdn } from '../kernel/phone.ts';
import { momentOf } from '../kernel/time.ts';
import { mailReaders, oneLine, writeMails } from '../mails/index.ts';
import type { SavedPayee } from '../recipients/index.ts';
import { orderKinds } from './kinds/index.ts';
import { findApprovers } from './members.ts';
import { approvalHours } from './order.ts';

type Waiting = Tenant & {
  id: string;
  kind: OrderKind;
  input: object;
  reason: string | null;
  requestedBy: string;
  recipient: SavedPayee | null;
};

const wordsCharactersMax = 300;

/**
 * Emails the members who may approve an order and have such emails on, in the transaction that makes the order. The email
 * never shows the receiver's number in full. With `dashboardUrl` it links to the order.
 */
export async function notifyApprovers(
  tx: Prisma.TransactionClient,
  order: Waiting,
  at: Date,
  dashboardUrl?: string,
): Promise<void> {
  const { kind, applicationId } = order;
  const summary = orderKinds[kind].summary(order.input);
  if (summary === undefined) return;
  const able = await findApprovers(tx, applicationId, kind, order.requestedBy);
  const approvers = await tx.user.findMany({
    where: { id: { in: able.map(({ userId }) => userId) }, ...mailReaders('approvals') },
    select: { id: true, email: true },
  });
  if (approvers.length === 0) return;
  const requester = await tx.user.findUnique({ where: { id: order.requestedBy }, select: { name: true, email: true } });
  const application = await tx.application.findUnique({ where: { id: applicationId }, select: { name: true } });
  const place = `${application?.name ?? ''} (${order.environment})`;
  const text = [
    `${oneLine(requester?.name ?? requester?.email ?? 'Somebody', wordsCharactersMax)} asks you to approve:`,
    [
      summary,
      ...(await payeeLines(tx, order.recipient)),
      `Application: ${place}`,
      ...(order.reason ? [`Reason: ${oneLine(order.reason, wordsCharactersMax)}`] : []),
      `Order: ${order.id}`,
    ].join('\n'),
    `Nothing happens until another person approves it. ${whereToDecide(order, dashboardUrl)}`,
    `Without a decision it expires in ${orderKinds[kind].approvalHours ?? approvalHours} hours.`,
  ].join('\n\n');
  const mails = approvers.map(({ id, email }) => ({
    to: email,
    subject: `Approval needed: ${summary}, ${place}`,
    text: `${text}\n`,
    dedupeKey: `order:${order.id}:${id}`,
  }));
  await writeMails(tx, mails, at);
}

function whereToDecide({ id, applicationId, environment }: Waiting, dashboardUrl: string | undefined): string {
  if (dashboardUrl === undefined) {
    return 'Sign in to the dashboard and open Approvals to see the details and approve or reject it.';
  }
  return `See the details and approve or reject it:\n${dashboardUrl}/a/${applicationId}/${environment}/approvals/${id}`;
}

/** States the saved name of the number, and who changed it when. */
async function payeeLines(tx: Prisma.TransactionClient, recipient: SavedPayee | null): Promise<string[]> {
  if (!recipient) return [];
  const { name, savedAt, savedBy, previousPhone } = recipient;
  const saved = `Saved as: ${oneLine(name, wordsCharactersMax)}`;
  if (previousPhone === null) return [saved];
  const id = savedBy.startsWith('user:') ? savedBy.slice('user:'.length) : undefined;
  const person =
    id === undefined ? null : await tx.user.findUnique({ where: { id }, select: { name: true, email: true } });
  const by = oneLine(person?.name ?? person?.email ?? 'somebody', wordsCharactersMax);
  const change = `The number of this recipient was changed ${momentOf(new Date(savedAt))} by ${by}. Before it was ${maskMsisdn(previousPhone)}.`;
  return [saved, change];
}
