import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, it } from 'vitest';
import type { Calls } from './calls.ts';
import { createOptions } from './options.ts';
import type { AppRouter } from './root.ts';

const said: unknown[] = [];
const record =
  (kind: keyof Calls) =>
  async (path: string, input: unknown): Promise<unknown> => {
    said.push([kind, path, input]);
    return 'answer';
  };
const ours = createOptions({ query: record('query'), mutation: record('mutation') });
const queryClient = new QueryClient();
/** What makes the options on the server: the browser must find what it read. */
const theirs = createTRPCOptionsProxy<AppRouter>({ client: createTRPCClient({ links: [] }), queryClient });

const tenant = { applicationId: 'app_1', environment: 'sandbox' as const };

it.each([
  ['a query', ours.payments.list.queryOptions(tenant), theirs.payments.list.queryOptions(tenant)],
  ['a query without input', ours.navigation.places.queryOptions(), theirs.navigation.places.queryOptions()],
])('has the key of the server for %s', (_name, own, other) => {
  expect(own.queryKey).toEqual(other.queryKey);
});

it('has the other keys of the server', () => {
  expect(ours.payments.pathFilter()).toEqual(theirs.payments.pathFilter());
  expect(ours.payments.list.pathFilter({ exact: false })).toEqual(theirs.payments.list.pathFilter({ exact: false }));
  expect(ours.views.save.mutationOptions().mutationKey).toEqual(theirs.views.save.mutationOptions().mutationKey);
});

it('keeps the options that it is given', () => {
  const onSuccess = () => undefined;
  expect(ours.payments.list.queryOptions(tenant, { refetchInterval: 5 })).toMatchObject({ refetchInterval: 5 });
  expect(ours.views.save.mutationOptions({ onSuccess })).toMatchObject({ onSuccess });
});

it('calls the procedure', async () => {
  said.length = 0;
  await queryClient.fetchQuery(ours.payments.list.queryOptions(tenant));
  const save = { ...tenant, page: 'payments' as const, query: 'status=failed', name: 'Failed', isShared: false };
  await queryClient.getMutationCache().build(queryClient, ours.views.save.mutationOptions()).execute(save);
  expect(said).toEqual([
    ['query', 'payments.list', tenant],
    ['mutation', 'views.save', save],
  ]);
});

it('says what pages do not have', () => {
  expect(() => ours.payments.list.queryFilter(tenant)).toThrow(/no queryFilter/);
});
