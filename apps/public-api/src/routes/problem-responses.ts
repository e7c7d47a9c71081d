import { problemSchema } from '../problem.ts';

const descriptions = {
  400: 'The JSON is malformed, or the application has no provider credentials for this environment.',
  401: 'The API key is missing or invalid.',
  403: 'The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it.',
  404: 'The resource does not exist, or belongs to another application.',
  409: 'The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown.',
  413: 'The body is larger than 100 kB.',
  422: 'The request is not valid.',
  429: 'Too many requests.',
  500: 'Something failed in the service.',
  502: 'The provider rejected the request or did not answer.',
  503: 'The service is temporarily unavailable.',
} as const;

type ProblemStatus = keyof typeof descriptions;

/** Declares the error responses of a route. */
export function problemResponses<Status extends ProblemStatus>(...statuses: Status[]) {
  const entries = statuses.map((status) => [
    status,
    { description: descriptions[status], content: { 'application/problem+json': { schema: problemSchema } } },
  ]);
  return Object.fromEntries(entries) as Record<
    Status,
    { description: string; content: { 'application/problem+json': { schema: typeof problemSchema } } }
  >;
}
