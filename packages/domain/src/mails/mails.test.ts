import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WithMailer } from '../kernel/context.ts';
import type { Mailer, MailerAnswer } from '../ports/ports.ts';
import { listMails, readAttachment } from '../reading/mails/index.ts';
import { type Script, script, type TestContext, testContext } from '../testing/index.ts';
import {
  attachmentBytesMax,
  attemptDelaysMs,
  attemptsMax,
  claimSeconds,
  clockToleranceSeconds,
  queueSeconds,
  removedText,
  sealedNotice,
} from './mail.ts';
import { sendMail } from './send-mail.ts';
import { sweepMails } from './sweep-mails.ts';
import { type NewMail, type SecretMail, writeMails, writeSecretMails } from './write-mails.ts';

type Sent = Parameters<Mailer>[0];

let test: TestDatabase;
let ctx: TestContext & WithMailer;
/** What the mailer was given, and what it answers; unscripted emails are sent. */
let sends: Script<Sent, MailerAnswer>;

beforeEach(async () => {
  test = await testDatabase();
  sends = script<Sent, MailerAnswer>(() => ({ kind: 'sent' }));
  ctx = { ...(await testContext(test.database)), mailer: (mail) => sends.ask(mail) };
});
afterEach(() => test.close());

const refused = (permanent: boolean): MailerAnswer => ({ kind: 'failed', permanent, reason: '550 no such user' });
const hello: NewMail = { to: 'owner@shop.example', subject: 'Hello', text: 'Habari\n' };

const bytes = Buffer.from([0, 255, 1, 254, 13, 10, 46, 13, 10]);
const attachment = { name: 'day.pdf', contentType: 'application/pdf', bytes };

const write = (...mails: NewMail[]) => writeMails(ctx.db.prisma, mails, ctx.clock.now());
const writeSecret = (...mails: SecretMail[]) => writeSecretMails(ctx, ctx.db.prisma, mails, ctx.clock.now());
const all = () => ctx.db.prisma.mail.findMany({ orderBy: { id: 'asc' } });

async function written(mail: NewMail = hello): Promise<string> {
  await write(mail);
  return (await all()).at(-1)?.id ?? '';
}

const secretText = 'Link: token-canary';

async function secretMail(): Promise<string> {
  await writeSecret({ ...hello, text: secretText, hasSecret: true });
  return (await all()).at(-1)?.id ?? '';
}

const row = (id: string) => ctx.db.prisma.mail.findUniqueOrThrow({ where: { id } });
const publishedIds = () => ctx.events.map(({ data }) => ('mailId' in data ? data.mailId : ''));

describe('writing mails', () => {
  it('makes them due at once', async () => {
    const now = ctx.clock.now();
    expect(await row(await written())).toMatchObject({
      ...hello,
      status: 'due',
      nextAttemptAt: now,
      createdAt: now,
      attemptCount: 0,
      claimedUntil: null,
      endedAt: null,
    });
  });

  it('in a transaction that rolls back leaves none', async () => {
    const failing = ctx.db.prisma.$transaction(async (tx) => {
      await writeMails(tx, [hello], ctx.clock.now());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await all()).toEqual([]);
  });

  it('with one key writes the first and no other, however many write at once', async () => {
    const keyed = { ...hello, dedupeKey: 'invitation:1' };
    await Promise.all(Array.from({ length: 8 }, () => write(keyed, { ...keyed, subject: 'Again' })));
    expect(await all()).toMatchObject([{ subject: 'Hello' }]);
  });

  it('without a key writes all of them', async () => {
    await write(hello, hello);
    expect(await all()).toHaveLength(2);
  });

  it('keeps a subject on one line, and refuses a text without end', async () => {
    expect(await row(await written({ ...hello, subject: 'Hi\r\nBcc: all@shop.example' }))).toMatchObject({
      subject: 'Hi Bcc: all@shop.example',
    });
    const endless = { ...hello, text: 'x'.repeat(20_001) };
    await expect(write(endless)).rejects.toThrow('at most 20000 characters');
    await expect(writeSecret({ ...endless, hasSecret: true })).rejects.toThrow('at most 20000 characters');
  });
});

describe('a file that goes with a mail', () => {
  it('has at most 1 MiB', async () => {
    await written({ ...hello, attachment: { ...attachment, bytes: Buffer.alloc(attachmentBytesMax) } });
    const larger = { ...attachment, bytes: Buffer.alloc(attachmentBytesMax + 1) };
    await expect(write({ ...hello, attachment: larger })).rejects.toThrow('at most 1048576 bytes');
    await expect(ctx.db.prisma.mail.updateMany({ data: { attachment: larger.bytes } })).rejects.toThrow(
      'mails_attachment_bounded',
    );
  });

  it('is there with its name and type, or not at all', async () => {
    await written();
    await expect(ctx.db.prisma.mail.updateMany({ data: { attachment: bytes } })).rejects.toThrow(
      'mails_attachment_whole',
    );
  });
});

describe('sending a mail', () => {
  it('hands it to the mailer under its own id, once', async () => {
    const mailId = await written();
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    expect(await sendMail(ctx, { mailId })).toBeUndefined();
    expect(sends.calls).toEqual([{ id: mailId, ...hello }]);
    expect(await row(mailId)).toMatchObject({
      status: 'sent',
      attemptCount: 1,
      nextAttemptAt: null,
      claimedUntil: null,
      error: null,
      endedAt: ctx.clock.now(),
    });
  });

  it('by two at once sends it once', async () => {
    const mailId = await written();
    const held = sends.hold();
    const first = sendMail(ctx, { mailId });
    await held.arrived;
    expect(await sendMail(ctx, { mailId })).toBeUndefined();
    held.answer({ kind: 'sent' });
    expect(await first).toBe('sent');
    expect(sends.calls).toHaveLength(1);
  });

  it('by eight at once sends it once', async () => {
    const mailId = await written();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sendMail(ctx, { mailId })));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
    expect(sends.calls).toHaveLength(1);
  });

  it('that dies before it is recorded is repeated once the claim is free, and not before', async () => {
    const mailId = await written();
    const killed = { ...ctx, mailer: () => Promise.reject(new Error('killed')) };
    await expect(sendMail(killed, { mailId })).rejects.toThrow('killed');
    ctx.clock.advance(claimSeconds - 0.001);
    expect(await sendMail(ctx, { mailId })).toBeUndefined();
    ctx.clock.advance(0.001);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
  });

  it('that comes back after its claim was taken over changes nothing', async () => {
    const mailId = await written();
    const held = sends.hold();
    const late = sendMail(ctx, { mailId });
    await held.arrived;
    ctx.clock.advance(claimSeconds);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    held.answer(refused(true));
    expect(await late).toBeUndefined();
    expect(await row(mailId)).toMatchObject({ status: 'sent', attemptCount: 1, error: null });
  });

  it('that fails is due again on schedule, and failed after the last attempt', async () => {
    const mailId = await written();
    const failing = { ...ctx, mailer: async () => refused(false) };
    for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
      expect(await sendMail(failing, { mailId })).toBe('due');
      const delayMs = attemptDelaysMs[attempt] ?? 0;
      const nextAttemptAt = new Date(ctx.clock.now().getTime() + delayMs);
      expect(await row(mailId)).toMatchObject({ attemptCount: attempt, nextAttemptAt, error: '550 no such user' });
      expect(await sendMail(failing, { mailId })).toBeUndefined();
      ctx.clock.advance(delayMs / 1000);
    }
    expect(await sendMail(failing, { mailId })).toBe('failed');
    expect(await row(mailId)).toMatchObject({
      attemptCount: attemptsMax,
      nextAttemptAt: null,
      endedAt: ctx.clock.now(),
    });
  });

  it('that succeeds in the end has no error any more', async () => {
    const mailId = await written();
    sends.answer(refused(false));
    await sendMail(ctx, { mailId });
    ctx.clock.advance(30);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    expect(await row(mailId)).toMatchObject({ status: 'sent', attemptCount: 2, error: null });
  });

  it('that is refused for good has failed at once', async () => {
    const mailId = await written();
    sends.answer(refused(true));
    expect(await sendMail(ctx, { mailId })).toBe('failed');
    expect(await row(mailId)).toMatchObject({ status: 'failed', attemptCount: 1, error: '550 no such user' });
    ctx.clock.advance(24 * 3_600);
    expect(await sendMail(ctx, { mailId })).toBeUndefined();
  });

  it('that nobody wrote sends nothing', async () => {
    expect(await sendMail(ctx, { mailId: uuidv7() })).toBeUndefined();
    expect(sends.calls).toEqual([]);
  });

  it('with a secret hands out the text that its row does not show', async () => {
    const mailId = await secretMail();
    expect(await row(mailId)).toMatchObject({ hasSecret: true, text: sealedNotice });
    expect(JSON.stringify(await row(mailId))).not.toContain('token-canary');
    sends.answer(refused(false));
    await sendMail(ctx, { mailId });
    expect(await row(mailId)).toMatchObject({ status: 'due', sealedText: expect.stringMatching(/^v2\./) });
    ctx.clock.advance(30);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    expect(sends.calls.at(-1)).toEqual({ id: mailId, to: hello.to, subject: hello.subject, text: secretText });
    expect(await row(mailId)).toMatchObject({ status: 'sent', text: removedText, sealedText: null });
  });

  it('with a secret keeps nothing of it once it is given up; others keep their text', async () => {
    const mailId = await secretMail();
    sends.answer(refused(true));
    await sendMail(ctx, { mailId });
    expect(await row(mailId)).toMatchObject({ status: 'failed', text: removedText, sealedText: null });
    const plainId = await written(hello);
    await sendMail(ctx, { mailId: plainId });
    expect(await row(plainId)).toMatchObject({ status: 'sent', text: hello.text, sealedText: null });
  });

  it('with a secret does not leave for an address that was put into its row, and waits for the operator', async () => {
    const mailId = await secretMail();
    await ctx.db.prisma.mail.update({ where: { id: mailId }, data: { to: 'thief@else.example' } });
    expect(await sendMail(ctx, { mailId })).toBe('due');
    expect(sends.calls).toEqual([]);
    expect(await row(mailId)).toMatchObject({ error: 'The text of the email cannot be opened.' });
    await ctx.db.prisma.mail.update({ where: { id: mailId }, data: { to: hello.to } });
    ctx.clock.advance(30);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
  });

  it('that is only shown keeps its secret sealed: the page of the worker opens it, and nobody else', async () => {
    const mailId = await secretMail();
    sends.answer({ kind: 'sent', shownOnly: true });
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    expect(JSON.stringify(await row(mailId))).not.toContain('token-canary');
    expect(await listMails(ctx, 1)).toMatchObject([{ id: mailId, text: secretText }]);
    const stranger = await testContext(test.database);
    expect(await listMails(stranger, 1)).toMatchObject([{ text: expect.stringContaining('cannot be opened') }]);
  });

  it('with a file hands it out, and removes it once the mail has left', async () => {
    const mailId = await written({ ...hello, attachment });
    sends.answer(refused(false));
    await sendMail(ctx, { mailId });
    expect(await readAttachment(ctx, mailId)).toMatchObject({ name: 'day.pdf', contentType: 'application/pdf' });
    ctx.clock.advance(30);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
    expect(sends.calls).toHaveLength(2);
    for (const call of sends.calls) expect(Buffer.from(call.attachment?.bytes ?? []).equals(bytes)).toBe(true);
    const noFile = { attachment: null, attachmentName: null, attachmentType: null };
    expect(await row(mailId)).toMatchObject({ status: 'sent', text: hello.text, ...noFile });
    expect(await readAttachment(ctx, mailId)).toBeUndefined();
    const failedId = await written({ ...hello, attachment });
    sends.answer(refused(true));
    await sendMail(ctx, { mailId: failedId });
    expect(await row(failedId)).toMatchObject({ status: 'failed', ...noFile });
  });

  it('with a file that is only shown keeps it for the page of the worker', async () => {
    const mailId = await written({ ...hello, attachment });
    sends.answer({ kind: 'sent', shownOnly: true });
    await sendMail(ctx, { mailId });
    expect(await listMails(ctx, 1)).toMatchObject([{ attachmentName: 'day.pdf' }]);
    expect(Buffer.from((await readAttachment(ctx, mailId))?.bytes ?? []).equals(bytes)).toBe(true);
    expect(await readAttachment(ctx, uuidv7())).toBeUndefined();
  });

  it('logs that it failed, and neither reader nor reason', async () => {
    const lines: string[] = [];
    const keep = (fields: object, message: string) => lines.push(JSON.stringify(fields) + message);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    const mailId = await written();
    sends.answer(refused(true));
    await sendMail({ ...ctx, log }, { mailId });
    expect(lines).toEqual([`{"mailId":"${mailId}","attempt":1}An email could not be sent. It is not tried again.`]);
  });
});

describe('the sweep of mails', () => {
  it('publishes a new mail, and it again only when its event must be lost, under a new event id', async () => {
    const mailId = await written();
    expect(await sweepMails(ctx)).toBe(1);
    ctx.clock.advance(queueSeconds - 0.001);
    expect(await sweepMails(ctx)).toBe(0);
    ctx.clock.advance(0.001);
    expect(await sweepMails(ctx)).toBe(1);
    expect(publishedIds()).toEqual([mailId, mailId]);
    expect(new Set(ctx.events.map(({ id }) => id)).size).toBe(2);
  });

  it('does not keep its mail from the sender, also not from one whose clock is slow', async () => {
    const mailId = await written();
    await sweepMails(ctx);
    ctx.clock.advance(-clockToleranceSeconds);
    expect(await sendMail(ctx, { mailId })).toBe('sent');
  });

  it('leaves alone what is held, waits or has ended; a dead sender’s mail is published', async () => {
    const sentId = await written();
    await sendMail(ctx, { mailId: sentId });
    const waitingId = await written();
    sends.answer(refused(false));
    await sendMail(ctx, { mailId: waitingId });
    const heldId = await written();
    await sendMail({ ...ctx, mailer: () => Promise.reject(new Error('killed')) }, { mailId: heldId }).catch(() => {});
    // Both the second attempt and the claim of the dead sender are 30 seconds away.
    ctx.clock.advance(29.999);
    expect(await sweepMails(ctx)).toBe(0);
    ctx.clock.advance(0.001);
    expect(await sweepMails(ctx)).toBe(2);
    expect(publishedIds().sort()).toEqual([waitingId, heldId].sort());
  });

  it('by several workers at once publishes each once', async () => {
    await write(...Array.from({ length: 30 }, () => hello));
    const counts = await Promise.all(Array.from({ length: 6 }, () => sweepMails(ctx)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(new Set(publishedIds()).size).toBe(30);
  });

  it('takes at most 200, the oldest first, and those that were published do not stand before the others', async () => {
    await write(...Array.from({ length: 200 }, () => hello));
    ctx.clock.advance(1);
    const lastId = await written();
    expect(await sweepMails(ctx)).toBe(200);
    expect(publishedIds()).not.toContain(lastId);
    expect(await sweepMails(ctx)).toBe(1);
    expect(publishedIds().at(-1)).toBe(lastId);
  });

  it('that cannot publish tries again', async () => {
    await written();
    const broken = { ...ctx, publish: () => Promise.reject(new Error('queue is down')) };
    await expect(sweepMails(broken)).rejects.toThrow('queue is down');
    ctx.clock.advance(queueSeconds);
    expect(await sweepMails(ctx)).toBe(1);
  });
});

it('the list has the latest mails first, and no more than asked for', async () => {
  for (const subject of ['one', 'two', 'three']) {
    await write({ ...hello, subject });
    ctx.clock.advance(1);
  }
  expect((await listMails(ctx, 2)).map(({ subject }) => subject)).toEqual(['three', 'two']);
});
