import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodes } from '@tillgate/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loneApi } from '../lone-api.fixture.ts';
import type { RunningApi } from '../testing.ts';

const running = loneApi();
const page = (title: string) =>
  `<!doctype html><script>document.title = '${title.length}'</script><script defer src="/docs/static/js/a.0f1e2d3c.js"></script><h1>${title}</h1>`;

let directory: string;
let api: RunningApi;

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tillgate-guides-'));
  directory = join(parent, 'site');
  await mkdir(join(directory, 'static/js'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(directory, '.env'), 'secret');
  await writeFile(join(directory, 'index.html'), page('start'));
  await writeFile(join(directory, '404.html'), page('No page'));
  await writeFile(join(directory, 'quickstart.html'), page('quick'));
  await writeFile(join(directory, 'static/js/a.0f1e2d3c.js'), 'export {};');
  api = await running.startAnother({ DOCS_DIR: directory });
});
afterAll(async () => {
  await api.close();
  await rm(join(directory, '..'), { recursive: true, force: true });
});

/** Sends the path and the headers as they are: `fetch` would tidy one and add to the others. */
function get(path: string, headers = {}): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(api.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('with guides', () => {
  it('serves each page without .html, and the reference beside them', async () => {
    expect(await (await fetch(`${api.origin}/docs`)).text()).toContain('<h1>start</h1>');
    expect(await (await fetch(`${api.origin}/docs/`)).text()).toContain('<h1>start</h1>');
    expect(await (await fetch(`${api.origin}/docs/quickstart`)).text()).toContain('<h1>quick</h1>');
    expect(await (await fetch(`${api.origin}/docs/quickstart.html`)).text()).toContain('<h1>quick</h1>');
    for (const path of ['/docs/reference', '/docs/reference/']) {
      const reference = await fetch(api.origin + path);
      expect(reference.status).toBe(200);
      expect(await reference.text()).toContain('swagger-ui');
    }
  });

  it('loads all that the reference names, whether its address ends in a slash or not', async () => {
    for (const path of ['/docs/reference', '/docs/reference/']) {
      const reference = await fetch(api.origin + path);
      const html = await reference.text();
      const files = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, file = '']) => new URL(file, reference.url));
      expect(files.length).toBeGreaterThan(6);
      for (const file of files) {
        const answer = await fetch(file);
        // The server waits at its end for whoever has not read a large body.
        await answer.arrayBuffer();
        expect(answer.status, file.pathname).toBe(200);
      }
    }
  });

  it('allows the script within its pages by its hash and no other', async () => {
    const policy = (await fetch(`${api.origin}/docs/quickstart`)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const ofReference = (await fetch(`${api.origin}/docs/reference/`)).headers.get('content-security-policy');
    expect(ofReference).toContain("script-src 'self';");
  });

  it('lets browsers keep files with a hash in their name for ever, and ask for pages each time', async () => {
    const script = await fetch(`${api.origin}/docs/static/js/a.0f1e2d3c.js`);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const html = await fetch(`${api.origin}/docs/quickstart`);
    expect(html.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const again = await get('/docs/quickstart', { 'if-none-match': html.headers.get('etag') });
    expect(again.status).toBe(304);
  });

  it.each([
    '/docs/../secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..%5csecret.txt',
    '/docs/static/../../secret.txt',
    '/docs//../secret.txt',
    '/docs/.env',
    '/docs/%2eenv',
    '/docs//x',
    '/docs/../x',
    '/docs/%00',
    '/docs/..%5cx',
    '/docs/%',
    `/docs/${'a'.repeat(5_000)}`,
  ])('gives out nothing but its pages: %s', async (path) => {
    const { status, text } = await get(path);
    expect([400, 404, 414, 431]).toContain(status);
    expect(text).not.toContain('secret');
  });

  it('shows a page for people when there is none', async () => {
    const missing = await fetch(`${api.origin}/docs/nothing`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(missing.headers.get('x-frame-options')).toBe('DENY');
    expect(await missing.text()).toContain('No page');
  });

  it('links from the entries of the errors page to the guides', async () => {
    const html = await (await fetch(`${api.baseUrl}/errors`)).text();
    expect(html).toContain('href="/docs/errors"');
    expect(html).toContain('href="/docs/idempotency#when-the-outcome-is-unknown"');
    for (const code of errorCodes) expect(html).toContain(`id="${code}"`);
  });
});

describe('without guides', () => {
  it('serves the reference alone, where links to guides end, and links to none itself', async () => {
    expect(await (await fetch(`${running.api.origin}/docs/`)).text()).toContain('swagger-ui');
    for (const path of ['/docs/reference', '/docs/quickstart']) {
      expect(new URL((await fetch(running.api.origin + path)).url).pathname).toBe('/docs/');
    }
    expect(await (await fetch(`${running.api.baseUrl}/errors`)).text()).not.toContain('href="/docs');
  });
});
