import { DomainError } from '@tillgate/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const retryAfterSeconds = 5;

/**
 * Refuses requests of merchants during overload, before it reads or writes anything for them, so that accepted requests
 * are answered in time. The hooks of the provider are not refused, because money has moved.
 */
export function shedLoad(app: FastifyInstance, { overload }: Pick<Deps, 'overload'>): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    done(overload.isTooMuch() ? tooMuch() : undefined);
  });
}

function tooMuch(): DomainError {
  const detail =
    'The service has more requests than it can answer. Nothing was done. Try again with the same Idempotency-Key.';
  return new DomainError('unavailable', detail, { retryAfterSeconds });
}
