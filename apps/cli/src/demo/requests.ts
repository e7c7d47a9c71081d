import { randomUUID } from 'node:crypto';
import type { DomainError, ErrorCode } from '@tillgate/domain';
import { type CollectOutcome, refusal } from '@tillgate/domain/payments';
import type { LoggedRequest } from '@tillgate/domain/requests';
import { kinds } from '@tillgate/domain/retention';
import { dayMs } from './calendar.ts';
import type { PlannedPayment } from './plan.ts';
import type { Moment, World } from './world.ts';

const userAgents = ['demo-shop/2.4 (node)', 'demo-shop/2.4 (node)', 'demo-shop/2.5 (node)', 'okhttp/4.12.0'] as const;

/** The HTTP status of each refusal in the history. */
const statuses: Partial<Record<ErrorCode, number>> = {
  provider_rejected: 502,
  provider_unavailable: 502,
  idempotency_indeterminate: 409,
};

type Call = { planned: PlannedPayment; key: string; outcome?: CollectOutcome; error?: DomainError };

/** Records the API call of a payment and the shop's related calls. */
export function noteRequest(world: World, moment: Moment, { planned, key, outcome, error }: Call): void {
  const { merchant, now } = world;
  const random = world.random.branch(`request ${planned.receipt}`);
  const at = planned.at.getTime();
  if (at < now.getTime() - (kinds.requests.days - 1) * dayMs) return;
  const refused = error ?? (outcome?.kind === 'refused' ? refusal(outcome, false) : undefined);
  const resourceId = outcome?.paymentId ?? error?.extras.paymentId ?? null;
  const { applicationId, keyId } = merchant;
  const userAgent = random.pick(userAgents);
  const note = (request: Partial<LoggedRequest> & Pick<LoggedRequest, 'method' | 'path' | 'statusCode'>) =>
    merchant.requests.note({
      id: `req_${randomUUID()}`,
      applicationId,
      environment: 'sandbox',
      keyId,
      errorCode: null,
      errorDetail: null,
      durationMs: random.between(2, 14),
      idempotencyKey: null,
      replayed: false,
      resourceId: null,
      remoteIp: '102.68.77.14',
      userAgent,
      createdAt: planned.at,
      requestBody: null,
      responseBody: null,
      ...request,
    });
  const collect = { method: 'POST', path: '/collect', idempotencyKey: key };
  note({
    ...collect,
    statusCode: refused ? (statuses[refused.code] ?? 500) : 202,
    errorCode: refused?.code ?? null,
    errorDetail: refused?.message ?? null,
    durationMs: moment.clock.now().getTime() - at,
    resourceId,
  });
  if (resourceId === null) return;
  const later = (ms: number) => new Date(Math.min(at + ms, now.getTime()));
  if (random.chance(0.2)) {
    note({
      method: 'GET',
      path: `/status/${resourceId}`,
      statusCode: 200,
      resourceId,
      createdAt: later(random.between(3_000, 20_000)),
    });
  }
  if (random.chance(0.02) && !refused) {
    note({ ...collect, statusCode: 202, replayed: true, resourceId, createdAt: later(2_500) });
  }
  if (random.chance(0.012)) {
    const errorDetail = 'phone: must be a Kenyan mobile number.';
    note({
      ...collect,
      idempotencyKey: `${key}-x`,
      statusCode: 422,
      errorCode: 'invalid_input',
      errorDetail,
      createdAt: later(-4_000),
    });
  }
}
