export { recognise } from './recognise.ts';
export { type Hit, type HitKind, searchAnything } from './search-anything.ts';
