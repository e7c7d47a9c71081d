import type { FastifyInstance } from 'fastify';
import { HANDSET_ANSWERS } from './handset.ts';
import { MAGIC } from './magic.ts';
import type { Scenario } from './scenario.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2420; --soft: #55625c; --line: #d9e0dc; --paper: #fbfcfb; --mark: #0b6b43; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ece9; --soft: #9aa8a1; --line: #2b3531; --paper: #121715; --mark: #5fd39c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { max-width: 42rem; margin: 0 0 .75rem; }
.soft { color: var(--soft); }
code { font: .9em ui-monospace, monospace; color: var(--mark); overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
td:first-child, td:nth-child(2) { white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { margin: 0; }
dt { padding-top: .6rem; }
dd { margin: 0 0 .6rem; color: var(--soft); }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: auto 1fr; column-gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { border: 0; padding: 0; }
  td:nth-child(3) { grid-column: 1 / -1; }
}
`;

const renderRow = ({ phone, amount, title }: Scenario): string =>
  `<tr><td><code>${phone}</code></td><td><code>${amount}</code></td><td>${escapeHtml(title)}</td></tr>`;

const renderTable = (caption: string, group: Scenario['group']): string => `
<h2>${caption}</h2>
<table>
<thead><tr><th scope="col">Phone</th><th scope="col">or amount</th><th scope="col">What happens</th></tr></thead>
<tbody>
${MAGIC.filter((scenario) => scenario.group === group)
  .map(renderRow)
  .join('\n')}
</tbody>
</table>`;

const ENDPOINTS: readonly (readonly [string, string])[] = [
  ['GET /admin/prompts', 'prompts, newest first (?phone=, ?limit=)'],
  ['GET /admin/prompts/:checkoutRequestId', 'one prompt with its outcome and callback attempts'],
  ['POST /admin/prompts/:checkoutRequestId/answer', `{"answer": "${Object.keys(HANDSET_ANSWERS).join(' | ')}"}`],
  ['GET, PUT /admin/settings', 'delays, automatic answers, subscriber lock, same-amount rule, lost callbacks'],
  ['GET /admin/requests', 'requests received, with counts'],
  ['GET /admin/magic', 'this table as JSON'],
  ['POST /admin/tokens/expire', 'ends every access token'],
  ['POST /admin/reset', 'forgets prompts and requests, restores the settings'],
];

const renderPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Provider simulator</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Provider simulator</h1>
<p>OAuth, STK push, STK query and STK callbacks with the provider's wire format. No money moves.</p>
<p class="soft">Any phone and amount outside these tables is paid after a short delay. A magic phone or a magic amount plays
its row; the phone wins when both are magic. The last five digits of a magic phone are its amount.</p>
${renderTable('Outcomes', 'result')}
${renderTable('Faults on the way', 'transport')}
<h2>Credentials</h2>
<p>Unless a list is configured, any consumer key and secret work, except the secret <code>wrong</code>. Every shortcode
has the same passkey.</p>
<h2>Handset and control</h2>
<dl>
${ENDPOINTS.map(([endpoint, text]) => `<dt><code>${endpoint}</code></dt><dd>${escapeHtml(text)}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>
`;

/** `GET /`: the magic table for people. */
export const addPage = (app: FastifyInstance): void => {
  const page = renderPage();
  app.get('/', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
      .send(page),
  );
};
