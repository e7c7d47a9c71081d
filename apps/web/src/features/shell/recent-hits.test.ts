// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { recentHits, rememberHit } from './recent-hits.ts';

const hit = (id: string, tenant = 'one/sandbox') => ({ id, label: id, href: `/a/${tenant}/payments/${id}` });
const ids = (tenant = 'one/sandbox') => recentHits(`/a/${tenant}`).map(({ id }) => id);

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.dataset.person = 'ann';
});

describe('results that were opened', () => {
  it('come back latest first, each once, five at most', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberHit(hit(id));
    expect(ids()).toEqual(['b', 'f', 'e', 'd', 'c']);
  });

  it('are those of one application and environment', () => {
    rememberHit(hit('a'));
    rememberHit(hit('b', 'one/production'));
    expect([ids(), ids('one/production'), ids('one/sand')]).toEqual([['a'], ['b'], []]);
  });

  it('are not for the next person', () => {
    rememberHit(hit('a'));
    document.documentElement.dataset.person = 'ben';
    expect(ids()).toEqual([]);
  });

  it('are none when what is kept cannot be read', () => {
    sessionStorage.setItem('recent-hits', '{');
    expect(ids()).toEqual([]);
  });
});
