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

type Fault = { code?: unknown; originalCode?: unknown; message?: unknown; cause?: unknown; meta?: unknown };

/** An error and what caused it. Prisma keeps what the server said in its `meta`. */
function* causesOf(error: unknown): Generator<Fault> {
  if (typeof error !== 'object' || error === null) return;
  const { cause, meta }: Fault = error;
  yield error;
  yield* causesOf(cause);
  yield* causesOf((meta as { driverAdapterError?: unknown })?.driverAdapterError);
}

const codesOf = ({ code, originalCode }: Fault) => [code, originalCode].filter((each) => typeof each === 'string');

/** Whether an error, or what caused it, has a code of Node, Prisma or PostgreSQL. */
export function hasDatabaseCode(error: unknown, code: string): boolean {
  return [...causesOf(error)].some((each) => codesOf(each).includes(code));
}

/** Whether PostgreSQL ended a statement because it took too long, or because it was told to cancel it. */
export const isStatementTimeout = (error: unknown): boolean => hasDatabaseCode(error, '57014');

/** Whether a statement failed because it would break the constraint of that name. */
export function breaksConstraint(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

/** Whether the database could not be reached or cannot work at the moment, as against having refused a statement. */
export function isDatabaseOutage(error: unknown): boolean {
  return [...causesOf(error)].some(
    (each) =>
      codesOf(each).some((code) => outageCodes.has(code) || outageStates.test(code)) ||
      (typeof each.message === 'string' && outageWords.test(each.message)),
  );
}
