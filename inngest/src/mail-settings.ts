import { isIPv4 } from 'node:net';
import { readUrl } from '@tillgate/domain';

/** The email server that SMTP_URL names. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Refuses a connection without STARTTLS, so that a password never crosses a network in clear text. */
  requireTLS: boolean;
  /** For the loopback interface, where no network is crossed and servers have no certificate that can be verified. */
  ignoreTLS: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** One sender: an address and a name, which may be empty. */
export type Mailbox = { name: string; address: string };

type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Reads SMTP_URL. A refusal never quotes it, because it may hold a password. */
export function readSmtpUrl(text: string): Read<SmtpServer> {
  const refuse = (reason: string) => ({ ok: false as const, reason });
  if (!/^smtps?:\/\//i.test(text)) return refuse('must start with smtp:// or smtps://');
  const url = readUrl(text);
  if (!url) {
    return refuse('is not a URL such as smtps://user:password@mail.example.com (encode special characters as %XX)');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') return refuse('names no host');
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) {
    return refuse('must end after host and port (encode special characters of user and password as %XX)');
  }
  if ((url.username === '') !== (url.password === '')) return refuse('must have both user and password, or neither');
  const auth = readAuth(url);
  if (auth === 'damaged') return refuse('has a % in user or password that should be %25');
  const secure = url.protocol === 'smtps:';
  const isLocal = isLoopback(host);
  return {
    ok: true,
    value: {
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      requireTLS: !secure && !isLocal && auth !== undefined,
      ignoreTLS: !secure && isLocal,
      auth,
    },
  };
}

function readAuth({ username, password }: URL): SmtpServer['auth'] | 'damaged' {
  if (username === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return 'damaged';
  }
}

function isLoopback(host: string): boolean {
  return /(^|\.)localhost$/i.test(host) || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Leaves out the characters of lists, comments, quotations and encoded words. */
const address = "[\\p{L}\\p{N}.!#$%&'*+/=^_`{|}~-]+@[\\p{L}\\p{N}.-]+";
const wholeAddress = new RegExp(`^${address}$`, 'u');
const mailbox = new RegExp(`^(?:"?(?<name>[^"<>\\p{Cc}]*?)"?\\s*<(?<named>${address})>|(?<bare>${address}))$`, 'u');

/** Whether this is one address and nothing else. Email libraries also accept lists of addresses. */
export function isAddress(text: string): boolean {
  return wholeAddress.test(text);
}

/** Reads MAIL_FROM: `Name <address>`, or the address alone. */
export function readMailbox(text: string): Read<Mailbox> {
  const groups = mailbox.exec(text.trim())?.groups;
  const found = groups?.named ?? groups?.bare;
  if (found === undefined) return { ok: false, reason: 'must be one address such as Tillgate <tillgate@example.com>' };
  return { ok: true, value: { name: groups?.name ?? '', address: found } };
}
