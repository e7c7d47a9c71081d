import { problemSchema } from '../problem.ts';

const descriptions = {
  400: 'Malformed JSON, or provider credentials not configured for this application and environment.',
  401: 'Missing or invalid API key.',
  404: 'Does not exist, or belongs to another application.',
  409: 'Idempotency key reused with a different body, in flight, or indeterminate.',
  413: 'Body over 100 kB.',
  422: 'Validation failed.',
  429: 'Rate limited.',
  500: 'A fault of the service.',
  502: 'The provider refused the request or did not answer.',
  503: 'The service is temporarily unavailable.',
} as const;

export type ProblemStatus = keyof typeof descriptions;

/** Declares the refusals that a route may answer. */
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
