export { countLowAccounts } from './count-low.ts';
export { type BalanceChange, explainBalance, explainBalanceSchema } from './explain-balance.ts';
export { type FloatView, getFloat, getFloatSchema } from './get-float.ts';
export { type FloatAccount, readAccounts } from './read-accounts.ts';
export { isBelow, type Runway } from './runway.ts';
