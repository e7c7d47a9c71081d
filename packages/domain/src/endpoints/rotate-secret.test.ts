import { afterAll, beforeAll, expect, it } from 'vitest';
import { signingSecretPlace } from '../sealing/index.ts';
import { type EndpointWorld, endpointWorld } from './endpoints.fixture.ts';
import { retiredSecretsMax, rotateSecret } from './rotate-secret.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

/** What signs now, opened, the current one first, and when the others end. */
async function signing(endpointId: string) {
  const { applicationId, environment, sealedSecret, retiredSecrets } = await world.endpointRow(endpointId);
  const place = signingSecretPlace({ endpointId, applicationId, environment });
  const retired = retiredSecrets as { sealed: string; expiresAt: string }[];
  return {
    secrets: [sealedSecret, ...retired.map(({ sealed }) => sealed)].map((sealed) => world.ctx.open(sealed, place)),
    ends: retired.map(({ expiresAt }) => expiresAt),
  };
}

it('a new secret is shown once and sealed, and the current one goes on signing for another day by default', async () => {
  const { endpointId, secret: old } = await world.shop();
  const { secret, retiredUntil } = await rotateSecret(world.ctx, { endpointId });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(retiredUntil).toEqual(world.ago(-86_400));
  expect(await signing(endpointId)).toEqual({ secrets: [secret, old], ends: [retiredUntil?.toISOString()] });
  expect(JSON.stringify(await world.endpointRow(endpointId))).not.toContain(old);
});

it('all earlier secrets end together, when the newest takes over; those that have ended are dropped on the way', async () => {
  const { endpointId, secret: first } = await world.shop();
  const second = await rotateSecret(world.ctx, { endpointId, graceSeconds: 3600 });
  const third = await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
  const until = third.retiredUntil?.toISOString();
  expect(await signing(endpointId)).toEqual({ secrets: [third.secret, second.secret, first], ends: [until, until] });
  world.ctx.clock.advance(60);
  const fourth = await rotateSecret(world.ctx, { endpointId, graceSeconds: 604_800 });
  expect((await signing(endpointId)).secrets).toEqual([fourth.secret, third.secret]);
});

it('without grace every earlier secret ends at once', async () => {
  const { endpointId } = await world.shop();
  await rotateSecret(world.ctx, { endpointId });
  const { secret, retiredUntil } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 0 });
  expect(retiredUntil).toBeNull();
  expect(await signing(endpointId)).toEqual({ secrets: [secret], ends: [] });
});

it('no more secrets sign than a receiver has patience for; the refusal says when the rotation ends', async () => {
  const { endpointId } = await world.shop();
  for (let round = 0; round < retiredSecretsMax; round += 1) {
    await rotateSecret(world.ctx, { endpointId, graceSeconds: 3600 - round });
  }
  const before = await world.endpointRow(endpointId);
  await expect(rotateSecret(world.ctx, { endpointId })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(world.ago(-3592).toISOString()),
  });
  expect(await world.endpointRow(endpointId)).toEqual(before);
  await rotateSecret(world.ctx, { endpointId, graceSeconds: 0 });
  expect((await signing(endpointId)).secrets).toHaveLength(1);
});

it('two at once lose no secret that somebody was given', async () => {
  const { endpointId, secret } = await world.shop();
  const made = await Promise.all([1, 2, 3].map(() => rotateSecret(world.ctx, { endpointId })));
  const { secrets } = await signing(endpointId);
  expect([...secrets].sort()).toEqual([secret, ...made.map((rotated) => rotated.secret)].sort());
});

it('is audited without a secret', async () => {
  const { endpointId, secret: old } = await world.shop();
  const { secret, retiredUntil } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 60 });
  const audit = await world.prisma.auditEntry.findMany({
    where: { subjectId: endpointId, action: 'endpoint.secret_rotated' },
  });
  expect(audit).toMatchObject([
    { actor: 'operator', detail: { environment: 'sandbox', retiredUntil: retiredUntil?.toISOString() } },
  ]);
  for (const hidden of [old, secret]) expect(JSON.stringify(audit)).not.toContain(hidden);
});

it.each([-1, 604_801, 1.5])('a grace of %d s is refused', async (graceSeconds) => {
  const { endpointId } = await world.shop();
  await expect(rotateSecret(world.ctx, { endpointId, graceSeconds })).rejects.toMatchObject({
    code: 'invalid_input',
    extras: { issues: [{ path: 'graceSeconds' }] },
  });
});
