import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { writeMails, writeSecretMails } from '@tillgate/domain/mails';
import { type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailsPage, mailsPath } from './mails-page.ts';

let test: TestDatabase;
let ctx: TestContext;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = await testContext(test.database);
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await ctx.db.prisma.mail.deleteMany();
});
afterAll(() => test.close());

type Answer = { status: number | undefined; headers: Record<string, unknown>; body: string };
type Asking = { method?: string; host?: string; path?: string };

/** The page on the loopback interface; answers what is asked of it. */
async function page(context: Pick<TestContext, 'db' | 'log' | 'open'> = ctx, workerHost = 'localhost') {
  const show = createMailsPage(context, workerHost);
  const server = createServer((request, response) => void show(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => new Promise((done) => server.close(done)));
  const { port } = server.address() as AddressInfo;
  return ({ method = 'GET', host = `localhost:${port}`, path = mailsPath }: Asking = {}) =>
    new Promise<Answer>((done, fail) => {
      const options = { host: '127.0.0.1', port, path, method, headers: { host }, agent: false };
      httpRequest(options, (response) => {
        let body = '';
        response.setEncoding('latin1');
        response.on('data', (text) => {
          body += text;
        });
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }));
      })
        .on('error', fail)
        .end();
    });
}

const mail = { to: 'mama@duka.example', subject: 'Habari', text: 'Karibu.\nTena.' };
const write = (...mails: (typeof mail)[]) => writeMails(ctx.db.prisma, mails, ctx.clock.now());

describe('the page of mails', () => {
  it('shows reader, subject, time, status and text', async () => {
    await write(mail);
    const { status, headers, body } = await (await page())();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('>Habari</h2>');
    expect(body).toContain('<dd>mama@duka.example</dd>');
    expect(body).toContain('<time datetime="2026-01-05T08:00:00.000Z">2026-01-05 08:00:00 UTC</time>');
    expect(body).toContain('<dt>Status</dt><dd>due</dd>');
    expect(body).toContain('<pre>Karibu.\nTena.</pre>');
  });

  it('shows the newest first, and fifty of them', async () => {
    for (let number = 1; number <= 51; number += 1) {
      await write({ ...mail, subject: `Number ${number}.` });
      ctx.clock.advance(1);
    }
    const { body } = await (await page())();
    const numbers = [...body.matchAll(/>Number (\d+)\.</g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
  });

  it('shows the links of mails that are sealed in the database', async () => {
    const secret = { ...mail, text: 'https://dash.example/reset?token=canary', hasSecret: true as const };
    await writeSecretMails(ctx, ctx.db.prisma, [secret], ctx.clock.now());
    expect((await (await page())()).body).toContain(`<pre>${secret.text}</pre>`);
  });

  it('says when there is none', async () => {
    expect((await (await page())()).body).toContain('There is no mail yet.');
  });

  it('takes nothing that stands in a mail for markup', async () => {
    const evil = `<script>alert("1")</script>&lt;'`;
    await write({ to: `"${evil}"@x.example`, subject: evil, text: evil });
    await ctx.db.prisma.mail.updateMany({ data: { error: evil } });
    const { body } = await (await page())();
    expect(body).not.toContain('<script');
    const shown = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;lt;&#39;';
    expect(body.split(shown)).toHaveLength(5);
  });

  it('lets a browser load and run nothing, and keep nothing', async () => {
    const { headers, body } = await (await page())();
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('color-scheme: light dark');
    expect(body).not.toMatch(/ style=| on\w+=|<link|<img/);
  });
});

describe('a file that goes with a mail', () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
  const file = { name: 'day "1".pdf', contentType: 'application/pdf', bytes };
  const writeFile = async () => {
    await writeMails(ctx.db.prisma, [{ ...mail, attachment: file }], ctx.clock.now());
    return `${mailsPath}/${(await ctx.db.prisma.mail.findFirstOrThrow()).id}/file`;
  };

  it('is offered on the page, and is saved as what it is', async () => {
    const path = await writeFile();
    const ask = await page();
    expect((await ask()).body).toContain(`<a href="${path}" download>day &quot;1&quot;.pdf</a>`);
    const { status, headers, body } = await ask({ path });
    expect([status, Buffer.from(body, 'latin1').equals(bytes)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="day__1_.pdf"',
      'content-length': '512',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(await ask({ path, method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('is for nobody who may not see the page, and no other path is one', async () => {
    const path = await writeFile();
    const ask = await page();
    expect((await ask({ path, host: 'evil.example' })).status).toBe(404);
    expect((await ask({ path, method: 'POST' })).status).toBe(404);
    for (const other of [`${mailsPath}/x/file`, `${path}/`, `${mailsPath}/${randomUUID()}/file`]) {
      expect(await ask({ path: other })).toMatchObject({ status: 404, body: '' });
    }
    await write(mail);
    expect((await ask()).body.match(/<dt>File/g)).toHaveLength(1);
  });
});

describe('the page of mails is there', () => {
  it.each(['localhost', 'localhost:4001', 'LOCALHOST:4001', '127.0.0.1:4001', '[::1]:4001', 'till.lan:4001'])(
    'under %s',
    async (host) => {
      expect((await (await page(ctx, 'Till.lan'))({ host })).status).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', 'localhost@evil.example', '127.0.0.1.evil.example:4001', '[::2]'])(
    'not under %j',
    async (host) => {
      await write(mail);
      expect(await (await page())({ host })).toMatchObject({ status: 404, body: '' });
    },
  );

  it('for reading alone', async () => {
    const ask = await page();
    expect(await ask({ method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask({ method })).status).toBe(404);
  });

  it('and says so when the database is not', async () => {
    const lines: string[] = [];
    const keep = (_fields: object, message: string) => lines.push(message);
    const other = await testDatabase();
    await other.close();
    const broken = { db: other.database, open: ctx.open, log: { ...ctx.log, error: keep } };
    expect(await (await page(broken))()).toMatchObject({ status: 503, body: '' });
    expect(lines).toEqual(['The page of emails could not be made.']);
  });
});
