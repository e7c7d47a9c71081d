import { attacks } from '@tillgate/domain/testing';
import type { Resolve } from '@tillgate/process/lookup';
import { describe, expect, it } from 'vitest';
import { guardedLookup, RefusedTarget } from './lookup.ts';

type Answer = { error: Error | null; address: unknown; family?: number };

function lookUp(resolve: Resolve, options: { all: boolean }): Promise<Answer> {
  return new Promise((done) => {
    guardedLookup(resolve)('shop.example.com', options, (error, address, family) => done({ error, address, family }));
  });
}

describe('the guarded lookup', () => {
  it('answers public addresses only, at most four, when a name has both kinds', async () => {
    const resolve = async () => [
      '127.0.0.1',
      '8.8.8.8',
      '::1',
      '240.0.0.1',
      '2606:4700::1',
      '8.8.4.4',
      '1.1.1.1',
      '9.9.9.9',
    ];
    const { error, address } = await lookUp(resolve, { all: true });
    expect(error).toBeNull();
    expect(address).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
      { address: '8.8.4.4', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ]);
  });

  it('answers one address to a socket that asks for one', async () => {
    const answer = await lookUp(async () => ['10.0.0.1', '2606:4700::1', '8.8.8.8'], { all: false });
    expect(answer).toEqual({ error: null, address: '2606:4700::1', family: 6 });
  });

  it('refuses a name without a public address, without telling which address it has', async () => {
    const { error } = await lookUp(async () => ['192.168.1.1', '::1'], { all: true });
    expect(error).toBeInstanceOf(RefusedTarget);
    expect(error?.message).toBe('The name resolves to a private address.');
  });

  it.each(attacks.privateAddresses)('answers nothing when a name server says %s', async (address) => {
    for (const all of [true, false]) {
      const answer = await lookUp(async () => [address], { all });
      expect(answer.error).toBeInstanceOf(RefusedTarget);
      expect(answer.error?.message).not.toContain(address);
      expect(answer.address).toEqual(all ? [] : '');
    }
  });

  it('refuses what is not an address at all', async () => {
    const { error } = await lookUp(async () => ['localhost', '127.1', ''], { all: true });
    expect(error).toBeInstanceOf(RefusedTarget);
  });

  it.each([
    ['an exception', () => Promise.reject(new Error('x')), Error],
    [
      'an exception before any promise',
      () => {
        throw new Error('x');
      },
      Error,
    ],
    ['no list', async () => undefined as unknown as string[], TypeError],
    ['a list of lists', async () => [['127.0.0.1'], ['8.8.8.8']] as unknown as string[], TypeError],
    ['a list of nothing', async () => [null, undefined, 0] as unknown as string[], RefusedTarget],
  ])('fails, and answers no address, when the resolver answers %s', async (_name, resolve, kind) => {
    for (const all of [true, false]) {
      const { error, address } = await lookUp(resolve, { all });
      expect(error).toBeInstanceOf(kind);
      expect(address).toEqual(all ? [] : '');
    }
  });

  it('hands on why a name could not be resolved', async () => {
    const failure = Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' });
    expect((await lookUp(() => Promise.reject(failure), { all: true })).error).toBe(failure);
  });
});
