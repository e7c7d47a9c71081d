import type { FastifyRequest } from 'fastify';
import type { RequestEntry } from './request-log.ts';

const entries = new WeakMap<FastifyRequest, RequestEntry>();

/** Ties a request to its entry in the request log. */
export const setEntry = (request: FastifyRequest, entry: RequestEntry): void => {
  entries.set(request, entry);
};

/** Adds fields to the log entry of a request. Does nothing for requests that are not logged. */
export const noteEntry = (request: FastifyRequest, fields: Partial<RequestEntry>): void => {
  const entry = entries.get(request);
  if (entry !== undefined) Object.assign(entry, fields);
};

/** The log entry of a request; undefined for requests that are not logged. */
export const entryOf = (request: FastifyRequest): RequestEntry | undefined => entries.get(request);
