import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { setDayMail, sweepDayMails } from '@tillgate/domain/closing';
import { sendMail } from '@tillgate/domain/mails';
import { seed, testContext } from '@tillgate/domain/testing';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partsOf, startMailServer } from './mail-server.fixture.ts';
import { createMailer } from './mailer.ts';

let test: TestDatabase;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  test = await testDatabase();
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await test.close();
});

it('a business day arrives as a PDF that is byte for byte the one that was made, and opens', async () => {
  const ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-20T08:00:00Z'));
  const shop = await seed(ctx).owner().application().mint();
  const mine = { ...shop.as('sandbox'), actor: `user:${shop.owner.userId}` };
  await setDayMail(mine, { hour: 7, userIds: [shop.owner.userId] });
  ctx.clock.set(new Date('2026-11-21T04:00:00Z'));
  expect(await sweepDayMails({ ...ctx, dashboardUrl: 'https://pay.example' })).toBe(1);
  const { id, attachment } = await test.database.prisma.mail.findFirstOrThrow();

  const { mailer, close } = createMailer({
    smtp: {
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      requireTLS: false,
      ignoreTLS: true,
      auth: undefined,
    },
    from: { name: 'Tillgate', address: 'till@gate.example' },
    log: ctx.log,
  });
  expect(await sendMail({ ...ctx, db: test.databaseAs('worker'), mailer }, { mailId: id })).toBe('sent');
  close();
  expect(server.received.map(({ to }) => to)).toEqual([[shop.owner.email]]);
  const [text, file] = partsOf(server.received[0]?.source ?? '');
  expect(text?.body).toContain('Collected: KES 0.00 in 0 payments');
  const received = Buffer.from(file?.body ?? '', 'base64');
  expect(received.length).toBeGreaterThan(500);
  expect(received.equals(attachment ?? Buffer.alloc(0))).toBe(true);
  const pdf = await getDocumentProxy(Uint8Array.from(received));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('Close of day, 20 Nov 2026');
  expect(await test.database.prisma.mail.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'sent',
    attachment: null,
    attachmentName: null,
    attachmentType: null,
  });
});
