export { type Database, openDatabase } from './client.ts';
export * from './generated/prisma/enums.ts';
export type { Prisma } from './generated/prisma/client.ts';
export type * from './generated/prisma/models.ts';
