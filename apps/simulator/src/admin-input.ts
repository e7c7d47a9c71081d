import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageRowsDefault, pageRowsMax } from './limits.ts';

/** The query of a list: newest first, at most `limit` rows, only those of `phone` when it is given. */
export const pageQuery = z.strictObject({
  phone: z.string().optional(),
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
