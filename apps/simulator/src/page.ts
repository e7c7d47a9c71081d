import type { FastifyInstance } from 'fastify';
import { airtelSection } from './airtel/page-section.ts';
import { c2bMarksOf, c2bScenarios, registrationScenarios } from './c2b/magic.ts';
import type { C2bScenario } from './c2b/scenario.ts';
import { handsetAnswers } from './handset.ts';
import { promptScenarios } from './magic.ts';
import type { Scenario } from './scenario.ts';
import { operationsText, securedScenarios } from './secured/magic.ts';
import type { SecuredScenario } from './secured/scenario.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const pageStyle = `
:root { color-scheme: light dark; --ink: #1b2420; --soft: #55625c; --line: #d9e0dc; --paper: #fbfcfb; --mark: #0b6b43; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ece9; --soft: #9aa8a1; --line: #2b3531; --paper: #121715; --mark: #5fd39c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
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
  tr { display: flex; flex-wrap: wrap; column-gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { border: 0; padding: 0; }
  td:last-child { flex: 1 0 100%; }
}
`;

/** Renders a table. The last column is text, the others are code. */
const renderCells = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cell = (text: string, index: number): string =>
    index === heads.length - 1 ? `<td>${escapeHtml(text)}</td>` : `<td><code>${escapeHtml(text)}</code></td>`;
  return `
<h3>${caption}</h3>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}
</tbody>
</table>`;
};

const renderPrompts = (caption: string, group: Scenario['group']): string =>
  renderCells(
    caption,
    ['Phone', 'or amount', 'What happens'],
    promptScenarios
      .filter((scenario) => scenario.group === group)
      .map(({ phone, amount, title }) => [phone, `${amount}`, title]),
  );

const renderSecured = (caption: string, group: SecuredScenario['group']): string =>
  renderCells(
    caption,
    ['Number', 'Name', 'For', 'What happens'],
    securedScenarios
      .filter((scenario) => scenario.group === group)
      .map((scenario) => [`${scenario.number}`, scenario.slug, operationsText(scenario), scenario.title]),
  );

const renderC2b = (caption: string, group: C2bScenario['group']): string =>
  renderCells(
    caption,
    ['Phone', 'or amount', 'What happens'],
    c2bScenarios
      .filter((scenario) => scenario.group === group)
      .map((scenario) => [c2bMarksOf(scenario).phone, `${scenario.number}`, scenario.title]),
  );

const renderRegistrations = (): string =>
  renderCells(
    'Shortcodes of registerurl',
    ['Shortcode', 'What happens'],
    registrationScenarios.map(({ shortcode, title }) => [shortcode, title]),
  );

/** The section of another rail. */
const renderRail = ({ title, text, tables }: typeof airtelSection): string => `
<h2>${title}</h2>
<p class="soft">${text}</p>
${tables
  .map(({ caption, rows }) =>
    renderCells(
      caption,
      ['Phone', 'What happens'],
      rows.map((row) => [row.phone, row.title]),
    ),
  )
  .join('\n')}`;

const adminEndpoints: readonly (readonly [string, string])[] = [
  ['GET /admin/prompts', 'prompts, newest first (?phone=, ?shortcode=, ?state=, ?limit=)'],
  ['GET /admin/prompts/:checkoutRequestId', 'one prompt with its outcome and callback attempts'],
  ['POST /admin/prompts/:checkoutRequestId/answer', `{"answer": "${Object.keys(handsetAnswers).join(' | ')}"}`],
  [
    'PUT /admin/holds/:holder',
    '{"shortcode", "rails", "seconds"}: prompts of the shortcode, and all of the rails, wait for a person during that time',
  ],
  [
    'GET /admin/payouts, /admin/b2b-payments, /admin/reversals, /admin/inquiries',
    'the same for the other operations; add /:id for one',
  ],
  ['POST /admin/c2b/pay', '{"shortcode"?, "amount", "phone", "reference"?, "plainPhone"?}: makes an offline payment'],
  ['GET /admin/c2b/payments, /admin/c2b/registrations', 'offline payments; shortcodes with registered URLs'],
  ['GET /handset, POST /handset/:id/answer', 'prompts of both rails; answers one of them'],
  ...airtelSection.endpoints,
  ['GET /admin/certificate', 'the public key for SecurityCredential, as PEM'],
  [
    'GET, PUT /admin/settings',
    'delays, automatic answers, prompt rules, lost callbacks, offline payments, credentials, tokens',
  ],
  ['GET /admin/requests', 'requests received, with counts'],
  ['GET /admin/magic', 'these tables as JSON'],
  ['POST /admin/tokens/expire', 'ends every access token'],
  ['POST /admin/reset', 'deletes everything except tokens and restores the settings'],
];

const renderPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Provider simulator</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Provider simulator</h1>
<p>OAuth, STK push and query, B2C, B2B, reversal, transaction status, account balance, C2B and QR codes with the provider's wire
format. No money moves.</p>
<h2>Prompts</h2>
<p class="soft">A push with a phone and amount outside these tables is paid after a short delay. A magic phone or a magic amount plays
its row. The phone wins when both are magic. The last five digits of a magic phone are its amount.</p>
${renderPrompts('Outcomes', 'result')}
${renderPrompts('Faults on the way', 'transport')}
<h2>Payouts, reversals, inquiries</h2>
<p class="soft">A payout of the amount <code>NNNNN</code> or to the phone <code>2547000NNNNN</code>, a reversal or status inquiry
of the receipt <code>MAGICNNNNN</code>, and any of them, a balance
inquiry and a B2B payment with the Remarks or Occasion <code>magic:name</code> plays the row. A result has its plain form unless a row
of <i>Answers and forms</i> gives it another.</p>
${renderSecured('Results', 'result')}
${renderSecured('Answers and forms', 'answer')}
${renderSecured('Faults on the way', 'transport')}
<h2>Offline payments</h2>
<p class="soft">Any other payment is validated and confirmed. The phone wins when both are magic.</p>
${renderC2b('Forms', 'form')}
${renderC2b('Faults on the way', 'transport')}
${renderRegistrations()}
${renderRail(airtelSection)}
<h2>Credentials</h2>
<p>Unless a list is configured, any consumer key and secret work, except the secret <code>wrong</code>. Every shortcode
has the same passkey. An initiator named <code>wrong</code> gets result 2001.</p>
<h2>Handset and control</h2>
<dl>
${adminEndpoints.map(([endpoint, text]) => `<dt><code>${endpoint}</code></dt><dd>${escapeHtml(text)}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>
`;

/** `GET /`: the magic tables as an HTML page. */
export const addPage = (app: FastifyInstance): void => {
  const page = renderPage();
  app.get('/', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(page),
  );
};
