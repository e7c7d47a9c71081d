// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl/react';
import { afterEach, expect, it } from 'vitest';
import english from '../../../messages/en/shell.json' with { type: 'json' };
import swahili from '../../../messages/sw/shell.json' with { type: 'json' };
import { FrameContext } from './frame-context.tsx';
import { ProviderLine } from './provider-line.tsx';
import { ProviderBand } from './trouble-bands.tsx';
import type { ProviderFacts } from './types.ts';

afterEach(cleanup);

/** 11:19 in Nairobi. */
const since = `${new Date().toISOString().slice(0, 10)}T08:19:00.000Z`;
const texts = { en: english, sw: swahili };

function show(language: 'en' | 'sw', state: ProviderFacts['state'] | undefined) {
  const isKnown = state !== 'unknown';
  const at = { environment: 'production' as const, rail: 'mpesa' as const };
  const providers = state ? [{ ...at, state, since: isKnown ? since : null }] : [];
  const facts = {
    role: 'support' as const,
    organizationId: '',
    permissions: [],
    waitingOrders: 0,
    openReviews: { value: 0, more: false },
    suspension: null,
    providers,
    icons: {},
  };
  const { container } = render(
    <IntlProvider locale={language} messages={{ shell: texts[language] }} timeZone="Africa/Nairobi">
      <FrameContext value={facts}>
        <ProviderLine />
        {(state === 'slow' || state === 'silent') && <ProviderBand rail="mpesa" state={state} since={since} />}
      </FrameContext>
    </IntlProvider>,
  );
  return container;
}

it.each([
  ['en', 'answering', 'M-PESA answers'],
  ['en', 'slow', 'M-PESA has been slow since 11:19'],
  ['en', 'silent', 'M-PESA has not answered since 11:19'],
  ['en', 'unknown', 'M-PESA: too few recent calls to tell'],
  ['sw', 'silent', 'M-PESA haijibu tangu 11:19'],
] as const)('the rail says it in words, and not by colour alone: %s, %s', (language, state, said) => {
  expect(show(language, state).querySelector('p')?.textContent).toBe(said);
});

it('nothing is said before the server said it', () => {
  expect(show('en', undefined).textContent).toBe('');
});

it.each([
  ['en', 'slow', 'M-PESA has been slow since 11:19', 'ask the customer whether they paid'],
  ['en', 'silent', 'M-PESA has not answered since 11:19', 'ask the customer whether they paid'],
  ['sw', 'silent', 'M-PESA haijajibu tangu 11:19', 'muulize mteja kama amelipa'],
] as const)(
  'the band says since when, and what to do before another prompt: %s, %s',
  (language, state, title, advice) => {
    show(language, state);
    const band = screen.getByRole('status').textContent;
    expect(band).toContain(title);
    expect(band).toContain(advice);
  },
);
