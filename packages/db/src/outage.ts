const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Postgres: shutting down, crashed, starting up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const outageWords = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** Whether the database could not be reached or did not answer, as against having refused a statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return outageCodes.has(code) || outageWords.test(error.message) || isDatabaseOutage(error.cause);
}
