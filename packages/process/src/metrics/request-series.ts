/** Metrics of the requests that a process answers. */
export const requestSeries = {
  requestSeconds: {
    name: 'tillgate_http_request_seconds',
    help: 'How long requests took, by the pattern of their route.',
    labels: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  errors: {
    name: 'tillgate_http_errors_total',
    help: 'Errors in answers by their code.',
    labels: ['code'],
  },
} as const;
