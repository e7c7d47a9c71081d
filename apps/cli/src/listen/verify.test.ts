import { newWebhookSecret, signatureHeaders } from '@tillgate/domain/endpoints';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './verify.ts';

const [secret, older] = [newWebhookSecret(), newWebhookSecret()];
const at = new Date('2026-03-01T10:00:00Z');
const now = at.getTime() / 1000;
const body = Buffer.from('{"accountRef":"Mwangi – 7"}');
const header = (...secrets: string[]) =>
  signatureHeaders({ id: 'e1', at, rawBody: body.toString(), secrets })['x-webhook-signature'];

describe('a signature', () => {
  it.each([0, 300, -300])('is good %d seconds after it was made', (seconds) => {
    expect(verifySignature(body, header(secret), secret, now + seconds)).toEqual({ ok: true });
  });

  it('is good when one of several matches', () => {
    expect(verifySignature(body, header(older, secret), secret, now)).toEqual({ ok: true });
  });

  it.each([
    [301, '301 s ago'],
    [-301, '301 s ahead'],
  ])('is not good %d seconds after it was made', (seconds, words) => {
    const verdict = verifySignature(body, header(secret), secret, now + seconds);
    expect(verdict).toEqual({ ok: false, reason: expect.stringContaining(words) });
  });

  it('is not good for another body, or another secret', () => {
    for (const verdict of [
      verifySignature(Buffer.concat([body, Buffer.from(' ')]), header(secret), secret, now),
      verifySignature(body, header(older), secret, now),
    ])
      expect(verdict).toEqual({ ok: false, reason: 'its signature does not match its body' });
  });

  it.each([
    undefined,
    '',
    't=',
    `t=${now}`,
    `t=${now},v1=`,
    `t=${now},v1`,
    `t=${now},v1=00`,
    'v1=00',
    't=x,v1=00',
    `t=-${now}`,
  ])('is not good when it is %j', (forged) => {
    expect(verifySignature(body, forged, secret, now).ok).toBe(false);
  });
});
