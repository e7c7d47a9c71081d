export { createEmbeddedEngine, type EmbeddedEngine } from './engine.ts';
export { embeddedFetch } from './sender.ts';
