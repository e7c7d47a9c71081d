// @ts-check

/**
 * What to do with a system that runs.
 * @typedef {import('./demo.mjs').Demo} Demo
 * @param {{ webUrl: string, apiUrl: string, simulatorUrl: string, demo: Demo, dataDir: string, readySeconds: number }} facts
 * @returns {string}
 */
export function banner({ webUrl, apiUrl, simulatorUrl, demo, dataDir, readySeconds }) {
  const { key, applicationId, people = [], password } = demo;
  const lines = [
    '',
    `Tillgate is ready (${readySeconds.toFixed(1)} s).`,
    '',
    `  Dashboard      ${webUrl}`,
    `  API            ${apiUrl}/functions/v1`,
    `  API reference  ${apiUrl}/docs`,
    `  Handset        ${simulatorUrl}   (the simulated provider: answer prompts here)`,
    `  Data           ${dataDir}`,
    `  Sandbox key    ${key}`,
  ];
  if (password) {
    lines.push('', `Sign in to the dashboard; the password of all of them is ${password}`, '');
    for (const { email, role } of people) lines.push(`  ${email.padEnd(26)} ${role}`);
  }
  lines.push(
    '',
    'Collect 10 KES:',
    '',
    `  curl -sS ${apiUrl}/functions/v1/collect \\`,
    `    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `    -H "Idempotency-Key: $(date +%s)" -d '{"amount":10,"phone":"254712345678"}'`,
    '',
    'Have the outcome sent to you:',
    '',
    `  npm run -s tillgate -- endpoint create --app ${applicationId} --env sandbox --url http://localhost:4900/webhooks --json`,
    '',
    'Ctrl-C stops everything.',
    '',
  );
  return lines.join('\n');
}
