import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointWorld, endpointWorld } from '../endpoints/endpoints.fixture.ts';
import { activateSecret, rotateSecret } from '../endpoints/index.ts';
import { recordingCourier } from '../testing/index.ts';
import { drainEndpoint } from './drain-endpoint.ts';
import { strictVerifiers } from './strict-verifiers.fixture.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

/** Sends an event and says which of the secrets each header was made with. */
async function signers(endpointId: string, secrets: Record<string, string>) {
  await world.delivery(endpointId);
  const courier = recordingCourier();
  await drainEndpoint({ ...world.worker, courier, random: () => 0 }, { endpointId, lanesMax: 1 });
  const [posted] = courier.posts.calls;
  const header = posted?.headers['x-webhook-signature'] ?? '';
  const { 'webhook-signature': standard = '', 'webhook-id': id, 'webhook-timestamp': t } = posted?.headers ?? {};
  const body = posted?.body ?? '';
  const names = Object.keys(secrets);
  const standardOf = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${t}.${body}`)
      .digest('base64');
  return {
    /** By each strict verifier: the secrets with which it accepts the delivery. */
    strict: Object.values(strictVerifiers).map((verify) =>
      names.filter((name) => verify(header, body, secrets[name] ?? '')).join(),
    ),
    standard: names.filter((name) => standard.split(' ').includes(`v1,${standardOf(secrets[name] ?? '')}`)),
    entries: standard.split(' ').length,
  };
}

/** What is seen while one secret signs ours and several sign the standard header. */
const signedBy = (current: string, standard: string[]) => ({
  strict: Object.values(strictVerifiers).map(() => current),
  standard,
  entries: standard.length,
});

describe('while a secret is rotated', () => {
  it('verifiers that know one secret and one v1 accept every delivery: first with the old one, then with the new', async () => {
    const { endpointId, secret: old } = await world.shop();
    const { secret: next } = await rotateSecret(world.ctx, { endpointId });
    const secrets = { old, next };
    expect(await signers(endpointId, secrets)).toEqual(signedBy('old', ['old', 'next']));
    expect(await activateSecret(world.ctx, { endpointId })).toEqual({ endpointId, activated: true });
    expect(await signers(endpointId, secrets)).toEqual(signedBy('next', ['next']));
  });

  it('the next secret takes over by itself when the grace ends', async () => {
    const { endpointId, secret: old } = await world.shop();
    const { secret: next } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
    world.ctx.clock.advance(59);
    expect(await signers(endpointId, { old, next })).toEqual(signedBy('old', ['old', 'next']));
    for (const seconds of [1, 1, 3_600]) {
      world.ctx.clock.advance(seconds);
      expect(await signers(endpointId, { old, next })).toEqual(signedBy('next', ['next']));
    }
  });

  it('without grace it takes over at once', async () => {
    const { endpointId, secret: old } = await world.shop();
    const { secret: next } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 0 });
    expect(await signers(endpointId, { old, next })).toEqual(signedBy('next', ['next']));
  });

  it('another rotation makes another next secret, and one that never took over never does', async () => {
    const { endpointId, secret: old } = await world.shop();
    const { secret: lost } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
    world.ctx.clock.advance(30);
    const { secret: next, retiredUntil } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
    expect(retiredUntil).toEqual(world.ago(-60));
    const secrets = { old, lost, next };
    for (const seconds of [0, 30, 29]) {
      world.ctx.clock.advance(seconds);
      expect(await signers(endpointId, secrets)).toEqual(signedBy('old', ['old', 'lost', 'next']));
    }
    world.ctx.clock.advance(1);
    expect(await signers(endpointId, secrets)).toEqual(signedBy('next', ['next']));
  });
});

describe('activating a secret', () => {
  it('changes nothing, and is not audited, when the newest secret signs alone', async () => {
    const { endpointId, secret } = await world.shop();
    expect(await activateSecret(world.ctx, { endpointId })).toEqual({ endpointId, activated: false });
    await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
    world.ctx.clock.advance(60);
    expect(await activateSecret(world.ctx, { endpointId })).toEqual({ endpointId, activated: false });
    expect(await world.actions(endpointId)).not.toContain('endpoint.secret_activated');
    expect((await signers(endpointId, { secret })).standard).toEqual([]);
  });

  it('is audited, once when several people do it at once', async () => {
    const { endpointId } = await world.shop();
    await rotateSecret(world.ctx, { endpointId });
    const done = await Promise.all([1, 2, 3].map(() => activateSecret(world.ctx, { endpointId })));
    expect(done.filter(({ activated }) => activated)).toHaveLength(1);
    expect((await world.actions(endpointId)).filter((action) => action === 'endpoint.secret_activated')).toHaveLength(
      1,
    );
  });

  it('a foreign endpoint and a missing one are the same nothing', async () => {
    const { endpointId, secret: old } = await world.shop();
    const { secret: next } = await rotateSecret(world.ctx, { endpointId });
    const { applicationId } = await world.tenant();
    for (const input of [{ endpointId, applicationId }, { endpointId: crypto.randomUUID() }]) {
      await expect(activateSecret(world.ctx, input)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such webhook endpoint.',
      });
    }
    expect(await signers(endpointId, { old, next })).toEqual(signedBy('old', ['old', 'next']));
  });
});
