// @ts-check
import { describe, expect, it } from 'vitest';
import { banner, isJournaled } from './banner.mjs';

const demo = {
  applicationId: 'app',
  key: 'mp_test_key',
  password: 'a password',
  people: [{ email: 'demo@tillgate.test', role: 'owner' }],
};
const facts = {
  webUrl: 'http://w',
  apiUrl: 'http://a',
  simulatorUrl: 'http://s',
  demo,
  dataDir: '/d',
  readySeconds: 1,
};

describe('the banner', () => {
  it('of a first start has all that a newcomer needs', () => {
    const text = banner({ ...facts, showsSecrets: true });
    for (const needed of ['mp_test_key', 'is a password', 'demo@tillgate.test', "Bearer mp_test_key'"]) {
      expect(text).toContain(needed);
    }
  });

  it('of later starts has no secret, and says where they are', () => {
    const text = banner({ ...facts, showsSecrets: false });
    expect(text).not.toContain('mp_test_key');
    expect(text).not.toContain('a password');
    expect(text).toContain('npm run -s demo');
    expect(text).toContain('"Authorization: Bearer $(npm run -s demo -- --key)"');
  });

  it('sends whoever wants to answer prompts to the dashboard: the page of the simulator has no buttons', () => {
    const text = banner({ ...facts, showsSecrets: false });
    expect(text).toMatch(/Simulator +http:\/\/s /);
    expect(text).toContain('To answer prompts yourself: the dashboard, under Developers, Handset.');
  });

  it('names the payment pages where there are some', () => {
    const pages = { ...facts, showsSecrets: false, payUrl: 'http://p' };
    expect(banner(pages)).toContain('Payment pages  http://p');
    expect(banner({ ...facts, showsSecrets: false })).not.toContain('Payment pages');
  });

  it('knows the journal of a service from a terminal and from a pipe', () => {
    const piped = { isTerminal: false, stream: '8:1' };
    expect(isJournaled({ INVOCATION_ID: 'x', JOURNAL_STREAM: '8:1' }, piped)).toBe(true);
    expect(isJournaled({ INVOCATION_ID: 'x' }, piped)).toBe(true);
    expect(isJournaled({ INVOCATION_ID: 'x', JOURNAL_STREAM: '8:2' }, piped)).toBe(false);
    expect(isJournaled({ INVOCATION_ID: 'x', JOURNAL_STREAM: '8:1' }, { ...piped, isTerminal: true })).toBe(false);
    expect(isJournaled({}, piped)).toBe(false);
    expect(isJournaled({})).toBe(false);
  });
});
