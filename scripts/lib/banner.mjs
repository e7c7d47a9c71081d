// @ts-check

/**
 * What to do with a system that runs.
 * @param {{ apiUrl: string, simulatorUrl: string, apiKey: string | undefined, applicationId: string | undefined, dataDir: string, readySeconds: number }} facts
 * @returns {string}
 */
export function banner({ apiUrl, simulatorUrl, apiKey, applicationId, dataDir, readySeconds }) {
  const lines = [
    '',
    `Tillgate is ready (${readySeconds.toFixed(1)} s).`,
    '',
    `  API            ${apiUrl}/functions/v1`,
    `  API reference  ${apiUrl}/docs`,
    `  Handset        ${simulatorUrl}   (the simulated provider: answer prompts here)`,
    `  Data           ${dataDir}`,
  ];
  if (apiKey && applicationId) {
    lines.push(
      `  Sandbox key    ${apiKey}`,
      '',
      'Collect 10 KES:',
      '',
      `  curl -sS ${apiUrl}/functions/v1/collect \\`,
      `    -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\`,
      `    -H "Idempotency-Key: $(date +%s)" -d '{"amount":10,"phone":"254712345678"}'`,
      '',
      'Have the outcome sent to you:',
      '',
      `  npm run -s tillgate -- endpoint create --app ${applicationId} --env sandbox --url http://localhost:4900/webhooks --json`,
    );
  }
  lines.push('', 'Ctrl-C stops everything.', '');
  return lines.join('\n');
}
