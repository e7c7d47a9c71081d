import { DomainError } from '@tillgate/domain';
import { fingerprintOf, idempotencyKeySchema } from '@tillgate/domain/idempotency';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The headers of an endpoint that moves money. */
export const idempotentHeaders = z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() });

/**
 * The key of a request and what identifies its body, or undefined without a key.
 * @param normalised fields in the form that makes the same thing the same request, such as a phone number
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
  const headers = request.raw.headersDistinct['idempotency-key'] ?? [];
  const [key, ...others] = new Set(body === undefined ? headers : [...headers, body]);
  if (others.length === 0) return key;
  const message = 'differs from another Idempotency-Key of this request; send one, or the same in header and body';
  throw new DomainError('invalid_input', `idempotencyKey: ${message}`, {
    issues: [{ path: 'idempotencyKey', message }],
  });
}
