import { ReviewSubject } from '@tillgate/db';
import { listCatalogue } from '../../catalogue/index.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { withoutQuery } from '../without-query.ts';
import type { Finder } from './search-anything.ts';

const fewMax = 5;
/** An application uses fewer. */
const shortcodesMax = 50;

/** The catalogue entry of a code. One line, even if the code has several meanings. */
export const findCodes: Finder = async (_ctx, { code }) => {
  const entry = listCatalogue('mpesa').find((candidate) => candidate.code === code);
  if (!entry) return [];
  return [
    { kind: 'code', id: entry.code, title: entry.code, detail: entry.title, status: null, amount: null, at: null },
  ];
};

/** Orders by id. */
export const findOrders: Finder = async ({ db, tenant }, { id }) => {
  if (id === undefined) return [];
  const rows = await db.prisma.order.findMany({ where: { ...tenant, id } });
  return rows.map((row) => ({
    kind: 'order',
    id: row.id,
    title: row.reason ?? row.kind,
    detail: row.kind,
    status: row.status,
    amount: row.amount,
    at: row.createdAt.toISOString(),
  }));
};

/** Webhook deliveries by id: what the merchant's server sees as x-webhook-id. */
export const findDeliveries: Finder = async ({ db, tenant }, { id }) => {
  if (id === undefined) return [];
  const rows = await db.prisma.webhookDelivery.findMany({
    where: { id, endpoint: tenant },
    select: { id: true, status: true, createdAt: true, event: { select: { type: true } } },
  });
  return rows.map((row) => ({
    kind: 'delivery',
    id: row.id,
    title: row.event.type,
    detail: null,
    status: row.status,
    amount: null,
    at: row.createdAt.toISOString(),
  }));
};

/** Webhook events by id. */
export const findEvents: Finder = async ({ db, tenant }, { id }) => {
  if (id === undefined) return [];
  const rows = await db.prisma.webhookEvent.findMany({ where: { ...tenant, id } });
  return rows.map((row) => ({
    kind: 'event',
    id: row.id,
    title: row.type,
    detail: null,
    status: null,
    amount: null,
    at: row.createdAt.toISOString(),
  }));
};

/** Endpoints by id, also deleted ones, because their deliveries stay readable. Without the query string of their URL. */
export const findEndpoints: Finder = async ({ db, tenant }, { id }) => {
  if (id === undefined) return [];
  const rows = await db.prisma.webhookEndpoint.findMany({
    where: { ...tenant, id },
    select: { id: true, url: true, description: true, status: true, createdAt: true },
  });
  return rows.map((row) => ({
    kind: 'endpoint',
    id: row.id,
    title: withoutQuery(row.url),
    detail: row.description,
    status: row.status,
    amount: null,
    at: row.createdAt.toISOString(),
  }));
};

/** API keys by id and by their last four characters. */
export const findKeys: Finder = async ({ db, tenant }, { id, lastFour }) => {
  if (id === undefined && lastFour === undefined) return [];
  const rows = await db.prisma.apiKey.findMany({
    where: { ...tenant, ...(id === undefined ? { lastFour } : { id }) },
    orderBy: { createdAt: 'desc' },
    take: fewMax,
    select: { id: true, name: true, lastFour: true, revokedAt: true, createdAt: true },
  });
  return rows.map((row) => ({
    kind: 'key',
    id: row.id,
    title: row.name,
    detail: `…${row.lastFour}`,
    status: row.revokedAt ? 'revoked' : null,
    amount: null,
    at: row.createdAt.toISOString(),
  }));
};

/** Calls of the REST API by the request id that the answer carried. */
export const findRequests: Finder = async ({ db, tenant }, { token }) => {
  if (token === undefined) return [];
  const rows = await db.prisma.apiRequest.findMany({
    where: { ...tenant, id: token },
    select: { id: true, method: true, path: true, statusCode: true, createdAt: true },
  });
  return rows.map((row) => ({
    kind: 'request',
    id: row.id,
    title: `${row.method} ${row.path}`,
    detail: null,
    status: String(row.statusCode),
    amount: null,
    at: row.createdAt.toISOString(),
  }));
};

/** Lines of imported statements by their receipt. Money that is recorded nowhere else is found here. */
export const findStatementLines: Finder = async ({ db, tenant }, { receipt }) => {
  if (receipt === undefined) return [];
  const imported = await db.prisma.statement.findMany({
    where: tenant,
    distinct: ['shortcode'],
    select: { shortcode: true },
    take: shortcodesMax,
  });
  const shortcodes = imported.map(({ shortcode }) => shortcode);
  if (shortcodes.length === 0) return [];
  const rows = await db.prisma.statementLine.findMany({
    where: { ...tenant, shortcode: { in: shortcodes }, receipt, kind: { not: 'fee' } },
    orderBy: { completedAt: 'desc' },
    take: fewMax,
  });
  return rows.map((row) => ({
    kind: 'statement_line',
    id: row.id,
    title: row.receipt,
    detail: maskPhonesIn(row.otherParty || row.details) || null,
    status: row.matchedAt ? 'matched' : 'unmatched',
    amount: Number(row.paidInCents - row.withdrawnCents) / 100,
    at: row.completedAt.toISOString(),
    shortcode: row.shortcode,
  }));
};

/** Reviews by their id, or by the id of what they are about. */
export const findReviews: Finder = async ({ db, tenant }, { id }) => {
  if (id === undefined) return [];
  const about = Object.values(ReviewSubject).map((subjectKind) => ({ subjectKind, subjectId: id }));
  const rows = await db.prisma.review.findMany({
    where: { ...tenant, OR: [{ id }, ...about] },
    orderBy: { openedAt: 'desc' },
    take: fewMax,
  });
  return rows.map((row) => ({
    kind: 'review',
    id: row.id,
    title: row.reason,
    detail: null,
    status: row.status,
    amount: null,
    at: row.openedAt.toISOString(),
  }));
};
