/** The embedded Postgres cannot run here. `message` is one sentence for the person at the console. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const explanations: [pattern: RegExp, explain: (port: number) => string][] = [
  [/No space left on device|Disk quota exceeded/i, () => 'The disk is full: PostgreSQL cannot write its data.'],
  [
    /could not bind .* address|Address already in use/i,
    (port) => `Port ${port} is taken: PostgreSQL cannot listen on it.`,
  ],
  [
    /database files are incompatible with server|was initialized by PostgreSQL version/i,
    () =>
      'The data was written by another version of PostgreSQL: dump it with that version and restore it into this one.',
  ],
  [
    /could not create shared memory|could not map anonymous shared memory/i,
    () => 'There is not enough memory for PostgreSQL.',
  ],
  [
    /error while loading shared libraries|GLIBC_|cannot be run/i,
    () => 'The PostgreSQL binaries do not run on this system: set DATABASE_URL to a PostgreSQL server of yours.',
  ],
];

/** Turns the output of a Postgres program that failed into one sentence, with the last lines when nothing is known about them. */
export function explainFailure(output: string, port = 0): EmbeddedPostgresError {
  const known = explanations.find(([pattern]) => pattern.test(output));
  if (known) return new EmbeddedPostgresError(known[1](port));
  const tail = output.trim().split('\n').slice(-5).join(' | ');
  return new EmbeddedPostgresError(`PostgreSQL did not start: ${tail || 'it gave no reason'}.`);
}
