import { type Inngest, InngestCommHandler, type ServeHandlerOptions } from 'inngest';
import { servePath } from '../worker-server.ts';
import type { Wanted } from './registration.ts';

/** Functions of the SDK, which have ids. */
export type Functions = (NonNullable<ServeHandlerOptions['functions']>[number] & { id(prefix: string): string })[];
type Answer = { status: number; body: string };

/** The ids by which a server knows the functions, and the address that it is to call. */
export function wantedOf(inngest: Inngest, functions: Functions, origin: string): Wanted {
  return { ids: functions.map((fn) => fn.id(inngest.id)), url: `${origin}${servePath}` };
}

/**
 * Registers the functions through the SDK, as its PUT does, but not for a request from outside: the address comes
 * from the settings alone.
 * @returns a function that rejects with the server's reason
 */
export function createRegistrar(inngest: Inngest, functions: Functions, origin: string): () => Promise<void> {
  const handler: () => Promise<Answer> = new InngestCommHandler({
    frameworkName: 'nodejs',
    client: inngest,
    functions,
    servePath,
    serveOrigin: origin,
    handler: () => ({
      method: () => 'PUT',
      url: () => new URL(servePath, origin),
      headers: () => null,
      body: () => '{}',
      transformResponse: ({ status, body }: Answer) => ({ status, body }),
    }),
  }).createHandler();
  return async () => {
    const { status, body } = await handler();
    if (status !== 200) throw new Error(`The functions could not be registered: ${body}`);
  };
}
