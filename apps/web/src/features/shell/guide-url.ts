/** Pages of the guides, with an anchor where one is meant. */
export type GuidePage =
  | 'quickstart'
  | 'receive-webhooks'
  | 'verify-webhooks'
  | 'errors'
  | 'idempotency#read-an-error'
  | 'testing'
  | 'going-live';

/**
 * The address of a guide. The public API serves the guides beside itself.
 * @param apiUrl the public address of the API, with /functions/v1
 */
export const guideUrl = (apiUrl: string, page: GuidePage): string =>
  `${apiUrl.replace(/\/functions\/v1$/, '')}/docs/${page}`;
