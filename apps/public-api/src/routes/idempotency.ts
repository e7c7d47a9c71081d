import { DomainError, issue, issues } from '@tillgate/domain';
import { fingerprintOf, idempotencyKeySchema } from '@tillgate/domain/idempotency';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** One key. HTTP trims spaces around a header, and divides its values at commas. */
const headerPattern = '^[\\x21-\\x2b\\x2d-\\x7e](?:[\\x20-\\x2b\\x2d-\\x7e]{0,253}[\\x21-\\x2b\\x2d-\\x7e])?$';
const isKey = (key: string) => idempotencyKeySchema.safeParse(key).success;

/** The headers of an endpoint that moves money. */
export const idempotentHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .refine((line) => keysIn([line]).every(isKey), { error: issues.asciiLength({ min: 1, max: 255 }) })
    .refine((line) => keysIn([line]).length === 1, { error: issues.oneKey })
    .optional()
    .meta({
      pattern: headerPattern,
      description:
        'A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal.',
    }),
});

/**
 * The different keys that header lines name. Two lines and one line with a comma mean the same in HTTP, and proxies turn
 * one into the other.
 */
export function keysIn(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.split(',').map(withoutBlanks)))];
}

/** HTTP trims spaces and tabs around a value, and no other blanks: a key with one is no key. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/**
 * The key of a request and what identifies its body, or undefined without a key.
 * @param normalised fields in normal form, so that equal requests have equal fingerprints, such as a phone number
 * @throws DomainError invalid_input when header and body name different keys
 */
export function idempotencyOf(
  request: FastifyRequest,
  bodyKey: string | undefined,
  normalised: Record<string, unknown>,
): { key: string; fingerprint: string } | undefined {
  const key = agreedKey(request, bodyKey);
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf({ ...(request.sentBody as Record<string, unknown>), ...normalised }) };
}

/** The one key of a request: a header sent twice, as proxies do, and the body must all agree. */
function agreedKey(request: FastifyRequest, body: string | undefined): string | undefined {
  const headers = keysIn(request.raw.headersDistinct['idempotency-key'] ?? []);
  const [key, ...others] = new Set(body === undefined ? headers : [...headers, body]);
  if (others.length === 0) return key;
  const found = issue('idempotencyKey', issues.keysDiffer);
  throw new DomainError('invalid_input', `idempotencyKey: ${found.message}`, { issues: [found] });
}
