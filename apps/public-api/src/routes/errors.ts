import { errorCodes } from '@tillgate/domain';
import type { Routes } from '../app.ts';
import { problems } from '../problem.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; scroll-margin-top: 1rem; }
h2:target { outline: 2px solid #16a34a; outline-offset: .4rem; border-radius: .25rem; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; } p { margin: .25rem 0; } .status { opacity: .7; }
a { color: inherit; }`;

/** The page that `type` of every refusal points to: an anchor per code. */
export function errorsRoute(app: Routes): void {
  const sections = errorCodes.map((code) => {
    const { status, title, advice } = problems[code];
    return `<h2 id="${code}"><a href="#${code}"><code>${code}</code></a></h2><p class="status">${status} · ${title}</p><p>${advice}</p>`;
  });
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tillgate API: errors</title><style>${style}</style></head><body><h1>Errors of the Tillgate API</h1>
<p>Every refusal is <code>application/problem+json</code>: <code>code</code> is stable and meant for machines,
<code>detail</code> (also in <code>error</code>) says what went wrong with this one request, <code>requestId</code> finds it in our logs.</p>
${sections.join('\n')}</body></html>`;
  app.get('/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}
