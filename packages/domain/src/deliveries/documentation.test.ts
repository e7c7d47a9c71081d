import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../endpoints/index.ts';
import { allEventTypes } from '../outbox/index.ts';
import { attemptDelaysMs } from './delivery.ts';

const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

describe('docs/webhooks.md', () => {
  const page = read('webhooks.md');

  it('names every event type and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|/gm)].map(([, type]) => type);
    expect(rows).toEqual([...allEventTypes]);
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

// e2e/recipes.test.ts runs its verifiers.
describe('docs/verify-webhooks.md', () => {
  it('prints a delivery with the header that we would send', () => {
    const [, block = ''] = /^```text\n(.*?)^```$/ms.exec(read('verify-webhooks.md')) ?? [];
    const printed = [...block.matchAll(/^(secret|now|header|body) +(.+)$/gm)];
    const { secret = '', now, header, body = '' } = Object.fromEntries(printed.map(([, name, value]) => [name, value]));
    const at = new Date((Number(now) - 1) * 1000);
    expect(signatureHeaders({ id: 'd1', at, rawBody: body, secrets: [secret] })['x-webhook-signature']).toBe(header);
  });
});
