export { getRecovery } from './get-recovery.ts';
export { listRecoveries } from './list-recoveries.ts';
export { type ListRecoveriesInput, listRecoveriesSchema } from './schemas.ts';
