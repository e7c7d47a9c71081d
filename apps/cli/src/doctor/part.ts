/** The parts that `--production` adds. */
export type ProductionPart = 'public' | 'spool' | 'archive' | 'backup' | 'clock' | 'disk' | 'settings';

/** The state of one part of the system. `detail` says what was found or what to do. */
export type Part = {
  part:
    | 'database'
    | 'migrations'
    | 'roles'
    | 'engine'
    | 'provider'
    | 'keys'
    | 'callbacks'
    | 'rules'
    | 'links'
    | 'gap'
    | 'limits'
    | ProductionPart;
  ok: boolean;
  detail: string;
};

/** Returns the reason of a failure in one line. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  return cause.message.trim().split('\n').at(-1) || code || cause.name;
}
