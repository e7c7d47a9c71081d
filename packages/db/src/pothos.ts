// What the plugin of the reporting API knows of the tables: types, and a small data model.

export type { default as PrismaTypes } from './generated/pothos.ts';
export { getDatamodel } from './generated/pothos.ts';
