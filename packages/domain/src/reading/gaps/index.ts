export { findOpenGap, type OpenGap } from './find-open-gap.ts';
export { listRestores, type Restore } from './list-restores.ts';
export { type EndedByGap, previewGap } from './preview-gap.ts';
