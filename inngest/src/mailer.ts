import type { Attachment, Log, Mailer, MailerAnswer } from '@tillgate/domain';
import { attemptSecondsMax } from '@tillgate/domain/mails';
import { createTransport, type NodemailerError } from 'nodemailer';
import { concurrentMailsMax } from './functions/send-mail.ts';
import { isAddress, type Mailbox, type SmtpServer } from './mail-settings.ts';

/** The limit for each of name resolution, connection, greeting and a pause of the server. */
const stepTimeoutMs = 10_000;
/** There are few emails, and servers close idle connections without notice. */
const idleMsMax = 5_000;

export type MailerOptions = {
  /** When undefined, emails are shown on the worker's page and not sent. */
  smtp: SmtpServer | undefined;
  from: Mailbox;
  log: Log;
  /** From the call to the email server's last response. */
  totalTimeoutMs?: number;
};

/** Sends email. It verifies certificates, and an email has one recipient. `close` lets emails that are under way end. */
export function createMailer(options: MailerOptions): { mailer: Mailer; close(): void } {
  const { smtp, from, log, totalTimeoutMs = attemptSecondsMax * 1000 } = options;
  if (!smtp) return { mailer: showOnly(log), close() {} };
  const transport = createTransport({
    ...smtp,
    pool: true,
    maxConnections: concurrentMailsMax,
    // Only when the connection was dropped before any byte of the email was sent. The row decides about other retries.
    maxRequeues: 1,
    idleTimeout: idleMsMax,
    dnsTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes only the default.
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async mailer({ id, to, subject, text, attachment }) {
      if (!isAddress(to)) return { kind: 'failed', permanent: true, reason: 'The address is not one email address.' };
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          attachments: attachment ? [fileOf(attachment)] : [],
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // Asks email servers not to send automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(totalTimeoutMs),
        });
        return { kind: 'sent' };
      } catch (error) {
        return failed(error as NodemailerError, totalTimeoutMs);
      }
    },
    close: () => transport.close(),
  };
}

function fileOf({ name, contentType, bytes }: Attachment) {
  return {
    filename: name,
    content: Buffer.from(bytes),
    contentType,
    contentDisposition: 'attachment' as const,
    contentTransferEncoding: 'base64' as const,
  };
}

/** Without an email server, only logs a line. The line has no text, which may hold a secret, and no recipient's name. */
function showOnly(log: Log): Mailer {
  return async ({ id, to, subject }) => {
    const domain = to.slice(to.lastIndexOf('@') + 1);
    log.info(
      { mailId: id, domain, subject },
      'An email is shown on /mails of the worker. Set SMTP_URL to send emails.',
    );
    return { kind: 'sent', shownOnly: true };
  };
}

/** A refusal of these is about the email. Any other is about our settings, which an operator can correct. */
const commandsAboutTheMail = ['RCPT TO', 'DATA'];

function failed(error: NodemailerError, totalTimeoutMs: number): MailerAnswer {
  const { code, command = '', response, message } = error;
  const permanent = error.permanent === true && commandsAboutTheMail.includes(command);
  const no = (reason: string) => ({ kind: 'failed' as const, permanent, reason });
  if (code === 'EABORT') return no(`The email server was not done within ${totalTimeoutMs / 1000} s.`);
  // The server's response to a login may quote the password.
  if (code === 'EAUTH') return no('The email server refused user and password of SMTP_URL.');
  if (response !== undefined) return no(`The email server answered ${command}: ${response}`);
  return no(`The email server could not be used: ${message}.`);
}
