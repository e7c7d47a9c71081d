import type { FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import type { Scene } from './pages/layout.ts';
import { readerOf } from './texts/language.ts';

export function sceneOf({ abuseEmail }: Pick<Deps, 'abuseEmail'>, { query, headers }: FastifyRequest): Scene {
  return { reader: readerOf(query, headers['accept-language']), abuseEmail };
}
