import type { SignInRequirement } from '@tillgate/db';
import {
  allRefusals,
  DomainError,
  type ErrorCode,
  type Issue,
  invalidInput,
  isDatabaseOutage,
  issuesOf,
  type Named,
  type Refusal,
} from '@tillgate/domain';
import { OrganizationSuspended } from '@tillgate/domain/organizations';
import { ReauthenticationRequired } from '@tillgate/domain/users';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { webRefusals } from '../refusals.ts';

/** Every refusal as tRPC says it. A full record: a new code does not compile without its line here. */
const codes: Record<ErrorCode, TRPCError['code']> = {
  malformed_json: 'PARSE_ERROR',
  provider_not_configured: 'PRECONDITION_FAILED',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  limit_exceeded: 'FORBIDDEN',
  approval_required: 'FORBIDDEN',
  refused_by_rule: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  idempotency_key_reused: 'CONFLICT',
  idempotency_in_flight: 'CONFLICT',
  idempotency_indeterminate: 'CONFLICT',
  already_reversed: 'CONFLICT',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  invalid_input: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  provider_rejected: 'BAD_GATEWAY',
  provider_unavailable: 'BAD_GATEWAY',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
};

/** The error codes for requests that tRPC itself refuses. */
const ownCodes: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'malformed_json',
  BAD_REQUEST: 'invalid_input',
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'malformed_json',
};

/** The organization requires something of every session that this one lacks. Nothing of it is shown. */
export class SignInRequired extends DomainError {
  constructor(needs: SignInRequirement) {
    super('forbidden', signInRequired[needs]);
    this.name = 'SignInRequired';
  }
}

/** Nobody is signed in, or not any more. */
export class SessionEnded extends DomainError {
  constructor() {
    super('unauthenticated', allRefusals.signInFirst);
    this.name = 'SessionEnded';
  }
}

const signInRequired: Record<SignInRequirement, Named> = {
  second_factor: webRefusals.factorRequired,
  sso: webRefusals.ssoRequired,
};

/** A refusal as an error of tRPC. */
export function refusal(error: DomainError): TRPCError {
  return new TRPCError({ code: codes[error.code], message: error.message, cause: error });
}

/** A thrown error as one that may be shown. Errors that are not of the domain become `internal`: their text is never sent. */
export function toDomainError(error: TRPCError): DomainError {
  const { cause } = error;
  if (cause instanceof DomainError) return cause;
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    return invalidInput(...issuesOf(cause));
  }
  if (isDatabaseOutage(cause)) {
    return new DomainError('unavailable', 'The service is temporarily unavailable. Try again in a moment.');
  }
  const own = ownCodes[error.code];
  if (own) return new DomainError(own, error.message);
  return new DomainError('internal', 'Something went wrong on our side. Try again.');
}

/** The data of an error for the page, beside its message. */
type RefusalData = {
  domainCode: ErrorCode;
  detail: string;
  refusal?: Refusal;
  issues?: Issue[];
  retryAfterSeconds?: number;
  reason?: 'reauthentication_required' | 'organization_suspended' | 'sign_in_required' | 'session_ended';
  requestId?: string;
};

/** The public part of an error. */
export function refusalData(error: TRPCError, requestId: string | undefined): RefusalData {
  const refused = toDomainError(error);
  const { issues, retryAfterSeconds } = refused.extras;
  return {
    domainCode: refused.code,
    detail: refused.message,
    ...(refused.refusal && { refusal: refused.refusal }),
    ...(issues && { issues }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(refused instanceof ReauthenticationRequired && { reason: 'reauthentication_required' as const }),
    ...(refused instanceof OrganizationSuspended && { reason: 'organization_suspended' as const }),
    ...(refused instanceof SignInRequired && { reason: 'sign_in_required' as const }),
    ...(refused instanceof SessionEnded && { reason: 'session_ended' as const }),
    ...(requestId !== undefined && { requestId }),
  };
}
