import { listCatalogue } from '../../catalogue/index.ts';
import { withoutQuery } from '../without-query.ts';
import type { Finder } from './search-anything.ts';

const fewMax = 5;

/** The catalogue entry of a code. One line, even if the code has several meanings. */
export const findCodes: Finder = async (_ctx, { code }) => {
  const entry = listCatalogue().find((candidate) => candidate.code === code);
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
