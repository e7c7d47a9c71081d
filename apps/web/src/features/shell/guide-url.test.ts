import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type GuidePage, guideUrl } from './guide-url.ts';

const pages: Record<GuidePage, true> = {
  quickstart: true,
  'receive-webhooks': true,
  'verify-webhooks': true,
  errors: true,
  'going-live': true,
  'idempotency#read-an-error': true,
  testing: true,
};

describe('links to guides', () => {
  it('stand beside the API, also below a path', () => {
    expect(guideUrl('http://localhost:4000/functions/v1', 'testing')).toBe('http://localhost:4000/docs/testing');
    expect(guideUrl('https://pay.example/gateway/functions/v1', 'errors')).toBe(
      'https://pay.example/gateway/docs/errors',
    );
  });

  it.each(Object.keys(pages))('lead to a page that exists: %s', (link) => {
    const [page = '', anchor] = link.split('#');
    const file = new URL(`../../../../../docs/${page}.md`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text.toLowerCase().replaceAll(' ', '-'),
    );
    if (anchor) expect(headings).toContain(anchor);
  });
});
