import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('asks once on the server, so that a page that is refused is not held up', async () => {
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    return Promise.reject(new Error('not for you'));
  };
  await createQueryClient().prefetchQuery({ queryKey: ['refused'], queryFn });
  expect(asked).toBe(1);
});
