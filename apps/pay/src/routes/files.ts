import type { FastifyInstance } from 'fastify';
import { scriptAsset, styleAsset } from '../assets.ts';

const oneYearSeconds = 365 * 24 * 60 * 60;

/** The style and the script. Their names change with their content. */
export function fileRoutes(app: FastifyInstance): void {
  for (const { path, type, content } of [styleAsset, scriptAsset]) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${oneYearSeconds}, immutable`).type(type).send(content),
    );
  }
}
