import { describe, expect, it } from 'vitest';
import { type Alert, renderAlert } from './alert-mail.ts';

const endpointId = '01980000-0000-7000-8000-000000000001';
const shop = {
  applicationName: 'Duka la Mama',
  environment: 'production' as const,
  url: 'https://shop.example:8443/hooks/money?key=s3cret#x',
};
const failing: Alert = {
  kind: 'failing',
  endpointId,
  failingSince: new Date('2026-03-01T21:10:42.250Z'),
  error: 'The endpoint answered 500; only 2xx acknowledges.',
  at: new Date('2026-03-01T21:13:17.000Z'),
};
const disabled: Alert = {
  kind: 'disabled',
  endpointId,
  failingSince: failing.failingSince,
  reason: 'Every delivery failed for 5 days.',
  at: new Date('2026-03-06T22:00:00.000Z'),
};

describe('the mail of an alert', () => {
  it('says what fails since when and why, when it will be disabled, and what to do', () => {
    expect(renderAlert(failing, shop)).toEqual({
      subject: 'Webhooks fail: shop.example:8443, Duka la Mama (production)',
      text: `Your webhook endpoint does not acknowledge the events that Tillgate sends to it.

Application: Duka la Mama (production)
Endpoint: shop.example:8443/hooks/money
Endpoint id: ${endpointId}
Failing since: 2026-03-02 00:10 in Nairobi (2026-03-01 21:10 UTC)
Last error: The endpoint answered 500; only 2xx acknowledges.

Tillgate keeps trying. The endpoint will be disabled on 2026-03-07 00:10 in Nairobi (2026-03-06 21:10 UTC) unless it acknowledges a delivery before then.

Fix the receiver: it must answer each POST with a status from 200 to 299 within 15 seconds. Then resend what it missed:

  npm run -s tillgate -- endpoint recover --endpoint ${endpointId} --since 2026-02-25T21:10:00Z

The time is 4 days before the failures began, because a delivery is retried for that long. Delivered events are not sent again. The commands run where Tillgate is installed. If you have no access there, ask its operator.
`,
    });
  });

  it('says that half of the time is over', () => {
    const { subject, text } = renderAlert({ ...failing, kind: 'half' }, shop);
    expect(subject).toBe('Webhooks still fail: shop.example:8443, Duka la Mama (production)');
    expect(text).toContain('Half of the time until it is disabled has passed.');
    expect(text).toContain('disabled on 2026-03-07 00:10 in Nairobi');
  });

  it('of a disabled endpoint names the reason, and the way back', () => {
    const { subject, text } = renderAlert(disabled, shop);
    expect(subject).toBe('Webhook endpoint disabled: shop.example:8443, Duka la Mama (production)');
    expect(text).toContain('Reason: Every delivery failed for 5 days.');
    expect(text).toContain('It was disabled on 2026-03-07 01:00 in Nairobi (2026-03-06 22:00 UTC).');
    expect(text).toContain(`
  npm run -s tillgate -- endpoint enable --endpoint ${endpointId}
  npm run -s tillgate -- endpoint recover --endpoint ${endpointId} --since 2026-02-25T21:10:00Z
`);
    expect(text).not.toContain('unless it acknowledges');
  });

  it('of an endpoint that was disabled at its first failure counts from there', () => {
    const { text } = renderAlert({ ...disabled, failingSince: null }, shop);
    expect(text).toContain('Failing since: 2026-03-07 01:00 in Nairobi (2026-03-06 22:00 UTC)');
    expect(text).toContain('--since 2026-03-02T22:00:00Z');
  });

  it.each([failing, { ...failing, kind: 'half' as const }, disabled])('never shows a query string ($kind)', (alert) => {
    const { subject, text } = renderAlert(alert, shop);
    expect(subject + text).not.toMatch(/key=|s3cret|#x/);
  });

  it('is not stretched or forged by names and errors', () => {
    const error = `one\r\ntwo\u2028three\u202e ${'x'.repeat(2000)}`;
    const applicationName = `A\nEndpoint: evil.example${'n'.repeat(500)}`;
    const { subject, text } = renderAlert({ ...failing, error }, { ...shop, applicationName });
    const honest = renderAlert(failing, shop).text;
    expect(text.split('\n')).toHaveLength(honest.split('\n').length);
    expect(text).toContain('Last error: one two three xxx');
    expect([...subject].length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThan(honest.length + 500);
  });

  it('has words for an error without words', () => {
    expect(renderAlert({ ...failing, error: '' }, shop).text).toContain('Last error: unknown');
  });
});
