export { UnsupportedFunctionError } from './config.ts';
export {
  createEmbeddedEngine,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
} from './engine.ts';
export type { EngineLog } from './event.ts';
export { embeddedFetch } from './sender.ts';
export { WriterLostError } from './writer.ts';
