// @ts-check
// Keeps a stack up until it is told to end, and says where it is:
//   node e2e/browser/support/serve.mjs --file stack.json [--dev] [--demo] [--web-port 3100]
// `--dev`: the dashboard from its source, with reload. `--demo`: with the demo merchant. Then run the tests against it:
//   TILLGATE_BROWSER_STACK=stack.json npx playwright test -c e2e/browser
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeSecret } from '../../../scripts/lib/infra.mjs';
import { report } from '../../../scripts/lib/problem.mjs';
import { startStack } from './stack.mjs';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    dev: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    'web-port': { type: 'string' },
  },
});

const stack = startStack({
  isDev: values.dev,
  withDemo: values.demo,
  ports: values['web-port'] ? { WEB_PORT: Number(values['web-port']) } : undefined,
  say: (text) => process.stderr.write(`${text}\n`),
});

let isEnding = false;
async function end() {
  if (isEnding) return;
  isEnding = true;
  if (values.file) await rm(values.file, { force: true });
  await stack.stop();
  process.exit();
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);
// Whoever started us as a part of its own run takes us along, however it ends.
if (process.send) process.on('disconnect', end);

try {
  const facts = await stack.ready;
  if (values.file) await writeSecret(values.file, `${JSON.stringify(facts, null, 2)}\n`);
  if (process.send) process.send(facts);
  else console.log(`The dashboard is at ${facts.webUrl}. Ctrl-C ends it.`);
} catch (error) {
  if (!isEnding) {
    report(error);
    process.exit(1);
  }
}
