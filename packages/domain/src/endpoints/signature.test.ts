import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const olderSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const at = new Date(1_614_265_330_999);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The example of the Standard Webhooks specification. */
const standardExample = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', rawBody: '{"test": 2432232314}', at, secrets: [secret] };

describe('our signature', () => {
  it('is t=<unix seconds>,v1=<hex> keyed by the whole secret, prefix included', () => {
    // printf '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
    expect(signatureHeaders(standardExample)['x-webhook-signature']).toBe(
      't=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
    );
  });

  it('carries one v1 whatever is rotated, made with the oldest secret: the current one', () => {
    const header = signatureHeaders({ ...standardExample, secrets: [secret, olderSecret] })['x-webhook-signature'];
    expect(header).toMatch(/^t=1614265330,v1=[0-9a-f]{64}$/);
    expect(header).toBe(signatureHeaders({ ...standardExample, secrets: [olderSecret] })['x-webhook-signature']);
  });

  it.skipIf(!hasOpenssl)('verifies with plain openssl', () => {
    const rawBody = '{"type":"payment.success","created":1772000000,"data":{"accountRef":"Mwangi – 7"}}';
    const fresh = newWebhookSecret();
    const header = signatureHeaders({ id: 'd1', at, rawBody, secrets: [fresh] })['x-webhook-signature'];
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-hmac', fresh], { input: `1614265330.${rawBody}` });
    expect(header).toBe(`t=1614265330,v1=${digest.toString().trim().split('= ').at(-1)}`);
  });
});

describe('the Standard Webhooks headers', () => {
  it('match the example of that specification', () => {
    expect(signatureHeaders(standardExample)).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are separated by a space when several secrets sign', () => {
    const header = signatureHeaders({ ...standardExample, secrets: [secret, olderSecret] })['webhook-signature'];
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    const second = createHmac('sha256', key).update(`${standardExample.id}.1614265330.${standardExample.rawBody}`);
    expect(header).toBe(`v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,${second.digest('base64')}`);
  });
});

describe('a new secret', () => {
  it('is whsec_ and standard base64 of 32 bytes, and never the same', () => {
    const made = Array.from({ length: 100 }, newWebhookSecret);
    for (const one of made) {
      const encoded = one.slice('whsec_'.length);
      expect(one.startsWith('whsec_')).toBe(true);
      expect(Buffer.from(encoded, 'base64')).toHaveLength(32);
      expect(Buffer.from(encoded, 'base64').toString('base64')).toBe(encoded);
    }
    expect(new Set(made).size).toBe(100);
  });
});

it('signing without a secret is a bug, not an unsigned request', () => {
  expect(() => signatureHeaders({ ...standardExample, secrets: [] })).toThrow();
});
