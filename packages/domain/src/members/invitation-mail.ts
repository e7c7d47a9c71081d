import { oneLine, type SecretMail } from '../mails/index.ts';

const nameCharactersMax = 100;

/** The email of an invitation. People typed the names in it, so names cannot add lines. */
export function invitationMail(
  to: string,
  invitation: { organizationName: string; inviterName: string; role: string; link: string },
): SecretMail {
  const organization = oneLine(invitation.organizationName, nameCharactersMax);
  return {
    to,
    subject: `You are invited to ${organization} on Tillgate`,
    hasSecret: true,
    text: `${oneLine(invitation.inviterName, nameCharactersMax)} invites you to ${organization} as ${invitation.role}.

Accept within 7 days:
${invitation.link}

If you do not know them, do nothing.
`,
  };
}
