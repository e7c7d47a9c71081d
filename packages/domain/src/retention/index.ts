export { askForRun } from './ask-for-run.ts';
export { previewRetention } from './preview-retention.ts';
export { type RetentionView, readRetention } from './read-retention.ts';
export { chosenKinds, kinds } from './retention.ts';
export { setRetention } from './set-retention.ts';
export { type Removed, sweepRetention } from './sweep-retention.ts';
