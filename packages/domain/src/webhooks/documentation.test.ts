import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptDelaysMs } from './delivery.ts';
import { eventTypes } from './event.ts';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'webhooks-page-'));
afterAll(() => rmSync(directory, { recursive: true }));

const secret = newWebhookSecret();
const olderSecret = newWebhookSecret();
const rawBody = '{"type":"payment.success","created":1772359200,"data":{"accountRef":"Mwangi – 7"}}\n';
const at = new Date('2026-03-01T10:00:00Z');
const header = (secrets: string[]) => signatureHeaders({ id: 'd1', at, rawBody, secrets })['x-webhook-signature'] ?? '';

function snippet(language: string, containing: string): string {
  const blocks = page
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split('\n```')[0] ?? '');
  const found = blocks.find((block) => block.includes(containing));
  if (!found) throw new Error(`the page has no ${language} block with ${containing}`);
  return found;
}

describe('docs/webhooks.md', () => {
  it.skipIf(spawnSync('sh', ['-c', 'openssl version'], { env: {} }).status !== 0)(
    'its openssl commands verify what we send',
    () => {
      const verify = (body: string, HEADER: string, SECRET: string) => {
        writeFileSync(join(directory, 'body.json'), body);
        return execFileSync('sh', ['-c', snippet('sh', 'openssl')], { cwd: directory, env: { HEADER, SECRET } })
          .toString()
          .trim();
      };
      expect(verify(rawBody, header([secret]), secret)).toBe('verified');
      expect(verify(rawBody, header([secret, olderSecret]), olderSecret)).toBe('verified');
      expect(verify(rawBody, header([secret]), olderSecret)).toBe('not verified');
      expect(verify(`${rawBody} `, header([secret]), secret)).toBe('not verified');
    },
  );

  it('its Node.js verifier accepts what we send and nothing else', async () => {
    const file = join(directory, 'verify.mjs');
    writeFileSync(file, snippet('js', 'createHmac'));
    const { isFromTillgate } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const now = at.getTime() / 1000;
    expect(isFromTillgate(rawBody, header([secret]), secret, now)).toBe(true);
    expect(isFromTillgate(Buffer.from(rawBody), header([secret]), secret, now + 299)).toBe(true);
    expect(isFromTillgate(rawBody, header([secret, olderSecret]), olderSecret, now)).toBe(true);
    expect(isFromTillgate(rawBody, header([secret]), olderSecret, now)).toBe(false);
    expect(isFromTillgate(rawBody, header([secret]), secret, now + 301)).toBe(false);
    expect(isFromTillgate(`${rawBody} `, header([secret]), secret, now)).toBe(false);
    for (const forged of [undefined, '', 't=', `t=${now}`, `t=${now},v1=`, `t=${now},v1`, `t=${now},v1=00`, 'v1=00']) {
      expect(isFromTillgate(rawBody, forged, secret, now)).toBe(false);
    }
  });

  it('names every event type and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|/gm)].map(([, type]) => type);
    expect(rows).toEqual([...eventTypes]);
  });

  it('has the schedule that we follow', () => {
    const units = { second: 1_000, minute: 60_000, hour: 3_600_000 };
    const rows = [...page.matchAll(/^\| (\d+) \| (?:none|(\d+) (second|minute|hour)s?) \|$/gm)];
    expect(rows.map(([, number]) => Number(number))).toEqual(attemptDelaysMs.map((_, index) => index + 1));
    expect(rows.map(([, , count = '0', unit = 'second']) => Number(count) * units[unit as keyof typeof units])).toEqual(
      [...attemptDelaysMs],
    );
  });
});
