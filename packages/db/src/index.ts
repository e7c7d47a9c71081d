export { type Database, openDatabase } from './client.ts';
export type { Prisma } from './generated/prisma/client.ts';
export * from './generated/prisma/enums.ts';
export type * from './generated/prisma/models.ts';
export * as callbacks from './sql/callbacks.ts';
export * as claims from './sql/claims.ts';
export * as deliveries from './sql/deliveries.ts';
export * as payments from './sql/payments.ts';
export { only, type Queryable } from './sql/statement.ts';
