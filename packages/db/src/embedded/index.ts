export { EmbeddedPostgresError } from './errors.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './server.ts';
