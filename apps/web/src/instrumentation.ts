export { register } from './start/env.ts';
