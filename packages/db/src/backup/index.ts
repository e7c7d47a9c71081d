export { type BackedUp, backUp } from './back-up.ts';
export { BackupProblem } from './problem.ts';
export { type Restored, restore } from './restore.ts';
export { withScratchDatabase } from './scratch.ts';
