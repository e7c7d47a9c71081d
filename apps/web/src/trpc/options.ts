import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { Calls } from './calls.ts';
import type { AppRouter } from './root.ts';

type Use = 'queryOptions' | 'mutationOptions' | 'pathFilter';

/** Options of queries and mutations by the name of the procedure: `trpc.payments.list.queryOptions(input)`. */
export type Procedures = TRPCOptionsProxy<AppRouter>;

type Given = object | undefined;

/**
 * The part of tRPC's own proxy that pages use: {@link Use}. Options with the keys that `createTRPCOptionsProxy`
 * makes on the server, so that the browser finds what the server read.
 */
export function createOptions(calls: Calls): Procedures {
  const keyOf = (path: string[], input: unknown) => [path, { ...(input !== undefined && { input }), type: 'query' }];
  const uses: Record<Use, (path: string[], given: Given, options: Given) => unknown> = {
    queryOptions: (path, input, options) => ({
      ...options,
      queryKey: keyOf(path, input),
      queryFn: () => calls.query(path.join('.'), input),
    }),
    mutationOptions: (path, options) => ({
      ...options,
      mutationKey: [path],
      mutationFn: (input: unknown) => calls.mutation(path.join('.'), input),
    }),
    pathFilter: (path, filters) => ({ ...filters, queryKey: [path] }),
  };
  const at = (path: string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (typeof name === 'string' && name !== 'then' ? at([...path, name]) : undefined),
      apply: (_target, _this, [given, options]: [Given, Given]) => {
        const name = path.at(-1) ?? '';
        if (!(name in uses)) throw new TypeError(`Pages have no ${name} of procedures: add it to trpc/options.ts.`);
        return uses[name as Use](path.slice(0, -1), given, options);
      },
    });
  return at([]) as Procedures;
}
