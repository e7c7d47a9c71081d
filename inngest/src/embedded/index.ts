export { createEmbeddedEngine } from './engine.ts';
export { embeddedFetch } from './sender.ts';
