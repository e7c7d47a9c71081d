export { isDatabaseOutage } from '@tillgate/db';
export type * from './context.ts';
export * from './errors.ts';
export type * from './ports.ts';
export type * from './signals.ts';
