export { isDatabaseOutage } from '@tillgate/db';
export * from './authority.ts';
export type * from './context.ts';
export type * from './drain.ts';
export * from './error-explanations.ts';
export * from './errors.ts';
export type * from './ports.ts';
export { type Meter, series } from './series.ts';
export type * from './signals.ts';
