export { getRecovery } from './get-recovery.ts';
export { listRecoveries } from './list-recoveries.ts';
export { listRecoveriesSchema } from './schemas.ts';
