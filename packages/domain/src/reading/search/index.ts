export { type Hit, type HitKind, searchAnything } from './search-anything.ts';
