import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type AirtelBench, collectionBody, startAirtelBench } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

type KeyData = { key_id: string; key: string; valid_upto: string };

const askKey = async () => bench.read('/v1/rsa/encryption-keys');

describe('the encryption key', () => {
  it('is RSA of 1024 bits in base64, with the day on which it ends', async () => {
    bench = await startAirtelBench({ now: () => Date.UTC(2026, 9, 15, 9, 34, 5) });
    const answer = await askKey();
    const data = answer.json.data as KeyData;
    const key = createPublicKey({ key: Buffer.from(data.key, 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(1_024);
    expect(data).toEqual({ key_id: expect.any(String), key: expect.any(String), valid_upto: '14-11-2026 12:34:05' });
    expect(answer.json.status).toMatchObject({ success: true });
  });

  it('needs its product', async () => {
    bench = await startAirtelBench();
    await bench.portal({ products: ['collection'] });
    expect((await askKey()).json.status).toMatchObject({ response_code: 'ROUTER001', success: false });
  });

  it('signs collections where the portal wants it, and nowhere else', async () => {
    bench = await startAirtelBench();
    const { key } = (await askKey()).json.data as KeyData;
    const pem = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const aesKey = randomBytes(32);
    const iv = randomBytes(16);
    const text = JSON.stringify(collectionBody());
    const cipher = createCipheriv('aes-256-cbc', aesKey, iv);
    const secret = Buffer.from(`${aesKey.toString('base64')}:${iv.toString('base64')}`);
    const headers = {
      'x-signature': Buffer.concat([cipher.update(text), cipher.final()]).toString('base64'),
      'x-key': publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, secret).toString('base64'),
    };
    const path = '/merchant/v2/payments/';
    const refused = { response_code: 'DP00800001026', success: false };
    expect((await bench.send(path, text, headers)).json.status).toMatchObject(refused);
    await bench.portal({ signing: true });
    expect((await bench.send(path, text)).json.status).toMatchObject(refused);
    expect((await bench.send(path, `${text} `, headers)).json.status).toMatchObject(refused);
    expect(await bench.collections()).toEqual([]);
    expect((await bench.send(path, text, headers)).json.status).toMatchObject({ success: true });
  });
});
