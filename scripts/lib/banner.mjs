// @ts-check
import { fstatSync } from 'node:fs';

/**
 * Whether what is printed goes to the journal of a service manager, which keeps it and shows it to others. Terminals of a
 * desktop inherit the same variables, so the journal is known by its stream.
 * @param {Record<string, string | undefined>} own the environment of this process
 * @param {{ isTerminal: boolean, stream: string }} [output] `stream`: device and inode of the standard output
 */
export function isJournaled(own, output = standardOutput()) {
  if (output.isTerminal) return false;
  return own.JOURNAL_STREAM ? own.JOURNAL_STREAM === output.stream : Boolean(own.INVOCATION_ID);
}

function standardOutput() {
  const { dev, ino } = fstatSync(1);
  return { isTerminal: process.stdout.isTTY === true, stream: `${dev}:${ino}` };
}

/**
 * The members of the demo shop and their password.
 * @param {Demo} demo
 * @returns {string[]}
 */
export function people({ people: members = [], password }) {
  if (!password) return [];
  const lines = members.map(({ email, role }) => `  ${email.padEnd(26)} ${role}`);
  return [`Sign in to the dashboard; the password of all of them is ${password}`, '', ...lines];
}

/** How to run our commands after `npm start`. */
const withNpm = {
  tillgate: 'npm run -s tillgate --',
  demo: 'npm run -s demo',
  key: 'npm run -s demo -- --key',
  stop: 'Ctrl-C stops everything.',
};

/**
 * What to do with a system that runs. The password and the key of the demo are in it only when `showsSecrets`.
 * @typedef {import('./demo.mjs').Demo} Demo
 * @param {{
 *   webUrl: string,
 *   apiUrl: string,
 *   simulatorUrl: string,
 *   payUrl?: string,
 *   demo: Demo,
 *   showsSecrets: boolean,
 *   dataDir: string,
 *   readySeconds?: number,
 *   commands?: typeof withNpm,
 * }} facts
 * @returns {string}
 */
export function banner(facts) {
  const { webUrl, apiUrl, simulatorUrl, payUrl, demo, showsSecrets, commands = withNpm } = facts;
  const { dataDir, readySeconds } = facts;
  const { key, applicationId } = demo;
  const lines = [
    '',
    `Tillgate is ready${readySeconds === undefined ? '' : ` (${readySeconds.toFixed(1)} s)`}.`,
    '',
    `  Dashboard      ${webUrl}`,
    `  API            ${apiUrl}/functions/v1`,
    `  Docs           ${apiUrl}/docs`,
    `  Simulator      ${simulatorUrl}   (the simulated provider: which phone and amount does what)`,
    ...(payUrl === undefined ? [] : [`  Payment pages  ${payUrl}   (of payment links)`]),
    `  Data           ${dataDir}`,
    ...(showsSecrets ? [`  Sandbox key    ${key}`] : []),
    '',
  ];
  if (showsSecrets) lines.push(...people(demo), '', `This is shown once. To see it again: ${commands.demo}`, '');
  else lines.push(`The password and the sandbox key of the demo: ${commands.demo}`, '');
  const shown = showsSecrets ? key : `$(${commands.key})`;
  const quote = showsSecrets ? "'" : '"';
  lines.push(
    'Collect 10 KES:',
    '',
    `  curl -sS ${apiUrl}/functions/v1/collect \\`,
    `    -H ${quote}Authorization: Bearer ${shown}${quote} -H 'Content-Type: application/json' \\`,
    `    -H "Idempotency-Key: $(date +%s)" -d '{"amount":10,"phone":"254712345678"}'`,
    '',
    'To answer prompts yourself: the dashboard, under Developers, Handset.',
    '',
    'Have the outcome sent to you:',
    '',
    `  ${commands.tillgate} endpoint create --app ${applicationId} --env sandbox --url http://localhost:4900/webhooks --json`,
    '',
    commands.stop,
    '',
  );
  return lines.join('\n');
}
