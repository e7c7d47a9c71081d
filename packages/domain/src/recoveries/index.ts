export { cancelRecovery } from './cancel-recovery.ts';
export { recoverFailed } from './recover-failed.ts';
export { type RecoveryView, recoveryDaysMax, recoveryView } from './recovery.ts';
export { replayMissing } from './replay-missing.ts';
export { type RecoveryInput, recoverySchema, type StartRecoveryInput, startRecoverySchema } from './schemas.ts';
export type { StartedRecovery } from './start-recovery.ts';
export { sweepRecoveries } from './sweep-recoveries.ts';
export { workRecovery } from './work-recovery.ts';
