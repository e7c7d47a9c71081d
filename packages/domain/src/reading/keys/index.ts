export { type KeyView, listKeys } from './list-keys.ts';
