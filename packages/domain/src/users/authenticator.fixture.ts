import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Ways in which an authenticator may misbehave. */
type Manner = { origin?: string; rpId?: string; isUnlocked?: boolean; userHandle?: string | null; counter?: number };

/** A software authenticator with one passkey, which can also misbehave. */
export function newAuthenticator(origin = 'https://dash.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let handle = '';

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function dataOf({ rpId = new URL(origin).hostname, isUnlocked = true, counter = 0 }: Manner, more = Buffer.of()) {
    const [present, verified, attested] = [0x01, isUnlocked ? 0x04 : 0, more.length > 0 ? 0x40 : 0];
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = Buffer.of(present | verified | attested);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count, more]);
  }

  return {
    /** Makes the passkey: the JSON text that a browser sends. */
    make(options: { challenge: string; user: { id: string } }, manner: Manner = {}): string {
      handle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(dataOf(manner, attested))],
      ]);
      return textOf(id, {
        clientDataJSON: clientData('webauthn.create', options.challenge, manner.origin ?? origin),
        attestationObject: attestation,
      });
    },
    /** Signs a challenge: the JSON text that a browser sends. */
    sign(options: { challenge: string } | undefined, manner: Manner = {}): string {
      const client = clientData('webauthn.get', options?.challenge ?? '', manner.origin ?? origin);
      const data = dataOf(manner);
      const hash = createHash('sha256').update(client).digest();
      const { userHandle = handle } = manner;
      return textOf(id, {
        clientDataJSON: client,
        authenticatorData: data,
        signature: sign('sha256', Buffer.concat([data, hash]), privateKey),
        ...(userHandle !== null && { userHandle: Buffer.from(userHandle, 'base64url') }),
      });
    },
  };
}

function textOf(id: Buffer, response: Record<string, Buffer>): string {
  const fields = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
  const rawId = id.toString('base64url');
  return JSON.stringify({ id: rawId, rawId, type: 'public-key', response: Object.fromEntries(fields) });
}

/** RFC 8949, as far as lengths below 65,536 need it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 0xff);
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
