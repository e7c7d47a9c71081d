import { afterEach, describe, expect, it } from 'vitest';
import { cut, json, type Reply, text } from '../kit/testing.ts';
import { startProvider } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(reply: Reply) {
  const started = await startProvider(() => reply);
  closers.push(started.close);
  return started;
}

describe('a prompt', () => {
  it('is answered on the simulator, without any credentials', async () => {
    const { provider, fake } = await start(json(200, {}));
    for (const outcome of ['approve', 'wrong_pin', 'insufficient_funds', 'cancel', 'timeout'] as const) {
      expect(await provider.answerPrompt('ws_CO_1', outcome)).toBe('answered');
      expect(fake.seen.at(-1)).toMatchObject({ method: 'POST', path: '/admin/prompts/ws_CO_1/answer' });
      expect(JSON.parse(fake.seen.at(-1)?.body ?? '')).toEqual({ answer: outcome });
      expect(fake.seen.at(-1)?.headers.authorization).toBeUndefined();
    }
    expect(fake.seen).toHaveLength(5);
  });

  it.each<[string, Reply, string]>([
    ['answered before', json(409, { error: 'The prompt was already answered' }), 'already_answered'],
    ['unknown there', json(404, {}), 'no_handset'],
    ['sent by something else', text(401, ''), 'no_handset'],
    ['met with a redirect', text(302, '', { location: '/admin/prompts/ws_CO_1/answer' }), 'no_handset'],
    ['met with a failure', text(500, ''), 'no_handset'],
    ['met with a cut connection', cut, 'no_handset'],
  ])('%s', async (_name, reply, expected) => {
    const { provider, fake } = await start(reply);
    expect(await provider.answerPrompt('ws_CO_1', 'approve')).toBe(expected);
    expect(fake.seen).toHaveLength(1);
  });

  it('whose id would change the address is not asked about', async () => {
    const { provider, fake } = await start(json(200, {}));
    for (const id of ['', '.', '..', '\ud800']) expect(await provider.answerPrompt(id, 'approve')).toBe('no_handset');
    expect(fake.seen).toEqual([]);
    await provider.answerPrompt('../settings?a=1#b', 'approve');
    expect(fake.seen[0]?.path).toBe('/admin/prompts/..%2Fsettings%3Fa%3D1%23b/answer');
  });
});
