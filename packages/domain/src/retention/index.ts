export { askForRun } from './ask-for-run.ts';
export { previewRetention } from './preview-retention.ts';
export { type RetentionView, readRetention } from './read-retention.ts';
export { type ChosenKind, chosenKinds, kinds, type RetentionKind, refusedDays, retentionKinds } from './retention.ts';
export type { SetRetentionInput } from './schemas.ts';
export { setRetention } from './set-retention.ts';
export { type Removed, sweepRetention } from './sweep-retention.ts';
