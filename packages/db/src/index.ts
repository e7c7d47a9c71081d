export { type Database, openDatabase } from './client.ts';
export { clockAheadMs, clockToleranceMs, openDatabaseClock } from './clock.ts';
export type { Prisma } from './generated/prisma/client.ts';
export * from './generated/prisma/enums.ts';
export type * from './generated/prisma/models.ts';
export { breaksConstraint, hasDatabaseCode, isDatabaseOutage, isStatementTimeout } from './outage.ts';
export { type HarmfulSetting, readServer } from './server-state.ts';
export { empty, execute, join, only, type Queryable, query, raw, type Sql, sql } from './statement.ts';
