import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Context, WithOpen } from '@tillgate/domain';
import { type ListedMail, listMails, readAttachment } from '@tillgate/domain/reading/mails';

export const mailsPath = '/mails';
/** The file that goes with an email. */
const filePath = /^\/mails\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/file$/;
const mailsShownMax = 50;

/** Whether an address is of the page, or of a file on it. */
export function isMailsPath(url: string | undefined): boolean {
  return url === mailsPath || filePath.test(url ?? '');
}

/**
 * The page of emails that are not sent, for development. Only this machine gets it, because emails hold secrets and the
 * worker has no login. The Host header is checked against DNS rebinding, where a website's own name points to this
 * machine.
 * @param workerHost the host that the worker listens on
 */
export function createMailsPage(ctx: Pick<Context, 'db' | 'log'> & WithOpen, workerHost: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || !isFromThisMachine(request) || !isForThisMachine(request.headers.host, workerHost)) {
      response.writeHead(404).end();
      return;
    }
    try {
      const [status, own, body] = await answer(ctx, request.url);
      response.writeHead(status, own).end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      ctx.log.error({ err: error }, 'The page of emails could not be made.');
      response.writeHead(503).end();
    }
  };
}

type Answer = [status: number, headers?: OutgoingHttpHeaders, body?: string | Uint8Array];

async function answer(ctx: Pick<Context, 'db'> & WithOpen, url: string | undefined): Promise<Answer> {
  if (url === mailsPath) return [200, headers, renderMails(await listMails(ctx, mailsShownMax))];
  const mailId = filePath.exec(url ?? '')?.[1];
  const file = mailId && (await readAttachment(ctx, mailId));
  if (!file) return [404];
  const { name, contentType, bytes } = file;
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`;
  const own = { 'content-type': contentType, 'content-disposition': disposition, 'content-length': bytes.length };
  return [200, { ...fileHeaders, ...own }, bytes];
}

function isFromThisMachine({ socket }: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = socket;
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress) || remoteAddress === localAddress;
}

function isForThisMachine(header: string | undefined, workerHost: string): boolean {
  const name = header?.replace(/:\d+$/, '').toLowerCase() ?? '';
  const own = workerHost.toLowerCase();
  return ['localhost', '127.0.0.1', '[::1]', own, `[${own}]`].includes(name);
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 45rem; margin: 0 auto; padding: 1rem; }
  h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }
  h2 { margin: 0; font-size: 1.15rem; }
  article { margin: 1rem 0; padding: 1rem; border: 1px solid GrayText; border-radius: .5rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .75rem 0; }
  dt { opacity: .8; }
  dd { margin: 0; overflow-wrap: anywhere; }
  pre { margin: 0; padding-top: .75rem; border-top: 1px solid GrayText; white-space: pre-wrap; overflow-wrap: anywhere; }`;

const fileHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const headers = {
  ...fileHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

function renderMails(mails: ListedMail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail · Tillgate</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Mail</h1>
<p>Mail is shown here and sent to nobody, because <code>SMTP_URL</code> is not set. The newest comes first, at most ${mailsShownMax} are shown.</p>
${mails.length === 0 ? '<p>There is no mail yet.</p>' : mails.map(renderMail).join('\n')}
</main>
</body>
</html>
`;
}

function renderMail({ id, to, subject, text, attachmentName, status, error, createdAt }: ListedMail): string {
  const time = createdAt.toISOString();
  const file = attachmentName && `<a href="${mailsPath}/${asText(id)}/file" download>${asText(attachmentName)}</a>`;
  return `<article aria-labelledby="mail-${asText(id)}">
<h2 id="mail-${asText(id)}">${asText(subject)}</h2>
<dl>
<dt>To</dt><dd>${asText(to)}</dd>
<dt>Written</dt><dd><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></dd>
<dt>Status</dt><dd>${asText(error === null ? status : `${status}: ${error}`)}</dd>${file ? `\n<dt>File</dt><dd>${file}</dd>` : ''}
</dl>
<pre>${asText(text)}</pre>
</article>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text, so that none of it is markup. */
function asText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
