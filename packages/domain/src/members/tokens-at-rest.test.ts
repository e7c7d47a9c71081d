import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMailText, sendMail } from '../mails/index.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { dumpDatabase, testContext } from '../testing/index.ts';
import { requestPasswordReset } from '../users/index.ts';
import { type IdentityContext, identityContext, newPerson } from '../users/users.fixture.ts';
import { inviteMember } from './invite-member.ts';

let test: TestDatabase;
let ctx: IdentityContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = identityContext(await testContext(test.database));
});
afterAll(() => test.close());

/** The forms in which a dump could show a token. */
const formsOf = (token: string) => [
  token,
  Buffer.from(token).toString('hex'),
  Buffer.from(token).toString('base64').slice(0, -4),
  Buffer.from(token, 'base64url').toString('hex'),
];

it('a dump of the database shows no token of a reset or an invitation, neither before nor after they are sent', async () => {
  const owner = await newPerson(ctx);
  const { organizationId } = await createOrganization(ctx, { name: 'Duka', ownerUserId: owner.person.userId });
  await requestPasswordReset(ctx, { email: owner.email }, {});
  await inviteMember(owner, { organizationId, email: `${uuidv7()}@shop.example`, role: 'finance' });

  const mails = await ctx.db.prisma.mail.findMany({ where: { hasSecret: true } });
  const tokens = mails.map((mail) => /token=([\w-]{20,})/.exec(readMailText(ctx.open, mail))?.[1] ?? '');
  expect(tokens.map((token) => token.length)).toEqual([43, 43]);

  const shown = async () => {
    const dump = await dumpDatabase(test.database);
    expect(dump).toContain(owner.email);
    return tokens.flatMap(formsOf).filter((form) => dump.includes(form));
  };
  expect(await shown(), 'before').toEqual([]);
  // As without SMTP_URL: the page of the worker shows them from then on.
  const mailer = async () => ({ kind: 'sent' as const, shownOnly: true as const });
  for (const { id: mailId } of mails) expect(await sendMail({ ...ctx, mailer }, { mailId })).toBe('sent');
  expect(await shown(), 'after').toEqual([]);
});
