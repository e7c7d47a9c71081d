/** Of the network and the system, and Prisma's own: not reachable, timed out, closed, no connection free. */
const outageCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
]);
/**
 * Of PostgreSQL (appendix A of its manual): connections, a full disk or memory, a server that starts or stops, a disk that
 * fails; and a former primary that takes no writes any more.
 */
const outageStates = /^(?:08|53|57P|58)[0-9A-Z]{2,3}$|^25006$/;
const outageWords = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

type Told = { code?: unknown; originalCode?: unknown; message?: unknown; cause?: unknown; meta?: unknown };

/** Whether the database could not be reached or cannot work at the moment, as against having refused a statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, message, cause, meta }: Told = error;
  const codes = [code, originalCode].filter((each) => typeof each === 'string');
  if (codes.some((each) => outageCodes.has(each) || outageStates.test(each))) return true;
  if (typeof message === 'string' && outageWords.test(message)) return true;
  // Prisma keeps what the server said in its `meta`.
  return isDatabaseOutage(cause) || isDatabaseOutage((meta as { driverAdapterError?: unknown })?.driverAdapterError);
}
