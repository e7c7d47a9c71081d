// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl/react';
import { afterEach, expect, it } from 'vitest';
import shell from '../../../messages/sw/shell.json' with { type: 'json' };
import { Confirmation } from './confirmation.tsx';
import { FormError } from './form-error.tsx';

afterEach(cleanup);

const errorOf = (data: object) => Object.assign(new Error('Not sent.'), { data: { detail: 'In English.', ...data } });
const tooMany = errorOf({
  domainCode: 'rate_limited',
  retryAfterSeconds: 885,
  detail: 'Simu hii imepata maombi mengi mno. Jaribu tena baada ya dakika 15.',
});

const inSwahili = (page: React.ReactNode) =>
  render(
    <IntlProvider locale="sw" messages={{ shell }} timeZone="UTC">
      {page}
    </IntlProvider>,
  );

it.each<[string, unknown, string]>([
  [
    'a limit, with its own words and wait',
    tooMany,
    'Simu hii imepata maombi mengi mno. Jaribu tena baada ya dakika 15.',
  ],
  ['a suspension', errorOf({ domainCode: 'forbidden', reason: 'organization_suspended' }), shell.suspension.refused],
  ['what only the server knows', errorOf({ domainCode: 'conflict' }), 'In English.'],
  ['no answer', new Error('No connection.'), 'No connection.'],
])('%s is said in the language of the person where the page knows the words', (_what, error, sentence) => {
  inSwahili(<FormError error={error} />);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});

it('a session that is over is said with a way to sign in beside the page', () => {
  inSwahili(<FormError error={errorOf({ domainCode: 'unauthenticated', reason: 'session_ended' })} />);
  expect(screen.getByRole('alert').textContent).toContain('Muda wako wa kuingia umeisha.');
  const link = screen.getByRole('link', { name: 'Ingia' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toMatch(/^\/sign-in\?next=/);
});

it('nothing is said without an error, of what the person cancelled, and of what a field says itself', () => {
  const cancelled = Object.assign(new Error(), { name: 'ReauthenticationCancelled' });
  const ofField = errorOf({ domainCode: 'invalid_input', issues: [{ path: 'name', message: 'is too long' }] });
  inSwahili(
    <>
      <FormError error={null} title="No" />
      <FormError error={cancelled} title="No" />
      <FormError error={ofField} fields={['name']} title="No" />
    </>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a confirmation that its own button opened says why it failed, and stays', async () => {
  inSwahili(
    <Confirmation
      trigger={<button type="button">Toka</button>}
      title="Toka?"
      summary="Muhtasari."
      confirmLabel="Ndiyo"
      onConfirm={() => Promise.reject(tooMany)}
    />,
  );
  fireEvent.click(screen.getByText('Toka'));
  fireEvent.click(await screen.findByText('Ndiyo'));
  expect((await screen.findByRole('alert')).textContent).toContain('dakika 15');
});
