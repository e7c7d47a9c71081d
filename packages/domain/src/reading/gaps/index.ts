export { findOpenGap, type OpenGap } from './find-open-gap.ts';
export { listRestores, type Restore } from './list-restores.ts';
