export { changeLines, policyLines } from './change-mail.ts';
export {
  admissionRefusal,
  apiThreshold,
  asksSecondPerson,
  dayBefore,
  hasDayLimit,
  isLoosening,
  isSamePolicy,
  keyRequiredRefusal,
  limitRefusal,
  noPolicy,
  type Policy,
  type Thresholds,
  transactionRefusal,
} from './policy.ts';
export { readPolicy } from './read-policy.ts';
export { policySchema, type SetPolicyInput, setPolicySchema } from './schemas.ts';
export { findPolicy, lockPolicy, lockPolicyIn } from './statements.ts';
export { lockForChange, storePolicy } from './store-policy.ts';
