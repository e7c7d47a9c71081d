export { assignAstray } from './assign-astray.ts';
export { keepAstray } from './keep-astray.ts';
export { listAstray } from './list-astray.ts';
export { assignAstraySchema } from './schemas.ts';
export type { KeptCallback } from './statements.ts';
export { sweepAstray } from './sweep-astray.ts';
