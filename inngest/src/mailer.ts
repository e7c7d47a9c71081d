import type { Log, Mailer, MailerAnswer } from '@tillgate/domain';
import { attemptSecondsMax } from '@tillgate/domain/mails';
import { createTransport, type NodemailerError } from 'nodemailer';
import { concurrentMailsMax } from './functions/send-mail.ts';
import { isAddress, type Mailbox, type SmtpServer } from './mail-settings.ts';

/** For each of: name resolution, connection, greeting, a silence of the server. */
const stepTimeoutMs = 10_000;
/** Mails are few, and servers close idle connections without a word. */
const idleMsMax = 5_000;

export type MailerOptions = {
  /** Undefined: mails are shown on the worker's page and sent to nobody. */
  smtp: SmtpServer | undefined;
  from: Mailbox;
  log: Log;
  /** From the call to the answer. */
  totalTimeoutMs?: number;
};

/** Where mail leaves. Certificates are verified; one mail has one reader. `close` lets mails under way end. */
export function createMailer(options: MailerOptions): { mailer: Mailer; close(): void } {
  const { smtp, from, log, totalTimeoutMs = attemptSecondsMax * 1000 } = options;
  if (!smtp) return { mailer: showOnly(log), close() {} };
  const transport = createTransport({
    ...smtp,
    pool: true,
    maxConnections: concurrentMailsMax,
    // Only for a connection that was dropped before a byte of the mail went out; the row is what repeats.
    maxRequeues: 1,
    idleTimeout: idleMsMax,
    dnsTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // Said here so that NODE_TLS_REJECT_UNAUTHORIZED cannot unsay it.
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async mailer({ id, to, subject, text }) {
      if (!isAddress(to)) return { kind: 'failed', permanent: true, reason: 'The address is not one mail address.' };
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // Nobody wants answers from those who are on holiday.
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

/** Without a mail server: a line in the log that has neither the text, which may hold a secret, nor the reader's name. */
function showOnly(log: Log): Mailer {
  return async ({ id, to, subject }) => {
    const domain = to.slice(to.lastIndexOf('@') + 1);
    log.info({ mailId: id, domain, subject }, 'a mail is shown on /mails of the worker; to send it, set SMTP_URL');
    return { kind: 'sent', shownOnly: true };
  };
}

/** A refusal of these is about the mail; of any other, about our settings, which an operator can repair meanwhile. */
const commandsAboutTheMail = ['RCPT TO', 'DATA'];

function failed(error: NodemailerError, totalTimeoutMs: number): MailerAnswer {
  const { code, command = '', response, message } = error;
  const permanent = error.permanent === true && commandsAboutTheMail.includes(command);
  const no = (reason: string) => ({ kind: 'failed' as const, permanent, reason });
  if (code === 'EABORT') return no(`The mail server was not done within ${totalTimeoutMs / 1000} s.`);
  // What a server says to a login may quote it.
  if (code === 'EAUTH') return no('The mail server refused user and password of SMTP_URL.');
  if (response !== undefined) return no(`The mail server answered ${command}: ${response}`);
  return no(`The mail server could not be used: ${message}.`);
}
