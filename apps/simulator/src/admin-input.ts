import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageRowsDefault, pageRowsMax } from './limits.ts';

/**
 * The query of a list: newest first, at most `limit` rows, only those of `phone` when it is given, and only those older than
 * the row with the id `before`.
 */
export const pageQuery = z.strictObject({
  phone: z.string().optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(pageRowsMax).default(pageRowsDefault),
});

/** Returns the parsed value. Otherwise replies with 422 and returns undefined. */
export const accept = <T>(reply: FastifyReply, schema: z.ZodType<T>, value: unknown): T | undefined => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const texts = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  reply.code(422).send({ error: texts.join('; '), issues });
  return undefined;
};

/**
 * Replies with a page of `rows`, which are newest first, under `name`. `next` is the `before` of the page after it, null on the
 * last page. Replies with 422 when no row has the id `before`, such as one that was dropped: a page that leaves rows out
 * must not look whole.
 */
export const replyPage = <Row>(
  reply: FastifyReply,
  name: string,
  rows: readonly Row[],
  { before, limit }: { before?: string | undefined; limit: number },
  { idOf, render }: { idOf: (row: Row) => string; render: (row: Row) => unknown },
): FastifyReply => {
  const start = before === undefined ? 0 : rows.findIndex((row) => idOf(row) === before) + 1;
  if (before !== undefined && start === 0) return reply.code(422).send({ error: 'before: No row with that id' });
  const page = rows.slice(start, start + limit);
  const last = page.at(-1);
  const next = last === undefined || start + limit >= rows.length ? null : idOf(last);
  return reply.send({ [name]: page.map(render), next });
};

/** Returns the parsed JSON body. Otherwise replies with 400 (not JSON) or 422 and returns undefined. */
export const acceptBody = <T>(request: FastifyRequest, reply: FastifyReply, schema: z.ZodType<T>): T | undefined => {
  const text = typeof request.body === 'string' && request.body.trim() !== '' ? request.body : '{}';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    reply.code(400).send({ error: 'The body is not JSON' });
    return undefined;
  }
  return accept(reply, schema, body);
};
