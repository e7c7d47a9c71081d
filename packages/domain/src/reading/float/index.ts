export { type FloatView, getFloat, getFloatSchema } from './get-float.ts';
export { type FloatAccount, readAccounts } from './read-accounts.ts';
export type { Runway } from './runway.ts';
