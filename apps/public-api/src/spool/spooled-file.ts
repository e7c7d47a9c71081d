import type { PostedCallback } from '@tillgate/domain/inbox';
import { z } from 'zod';

const schema = z.strictObject({
  version: z.literal(1),
  id: z.uuid(),
  kind: z.enum(['stk_callback', 'result', 'queue_timeout', 'c2b_confirmation', 'c2b_validation', 'rail_notice']),
  token: z.string(),
  remoteIp: z.string(),
  receivedAt: z.iso.datetime().transform((text) => new Date(text)),
  body: z.base64().transform((text) => Buffer.from(text, 'base64')),
});

/** The content of a spool file. */
export function writeSpooled({ body, receivedAt, ...posted }: PostedCallback): Buffer {
  const plain = { version: 1, ...posted, receivedAt: receivedAt.toISOString(), body: body.toString('base64') };
  return Buffer.from(JSON.stringify(plain));
}

/** Reads what {@link writeSpooled} made. Returns undefined for anything else. */
export function readSpooled(content: Buffer): PostedCallback | undefined {
  let json: unknown;
  try {
    json = JSON.parse(content.toString());
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return undefined;
  const { version: _version, ...posted } = parsed.data;
  return posted;
}
