export { backUp } from './back-up.ts';
export { type Restored, restore } from './restore.ts';
export { withScratchDatabase } from './scratch.ts';
