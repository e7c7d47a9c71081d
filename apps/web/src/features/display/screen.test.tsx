// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { IntlProvider } from 'use-intl/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderFacts } from '@/features/shell/types';
import { createCalls } from '@/trpc/calls';
import { createOptions } from '@/trpc/options';
import texts from '../../../messages/en/display.json' with { type: 'json' };
import { Entry } from './entry.tsx';
import { Screen, type ScreenTone } from './screen.tsx';
import { nothingTyped } from './visit.ts';

const tenant = { applicationId: '0199a000-0000-7000-8000-000000000001', environment: 'production' as const };
const since = `${new Date().toISOString().slice(0, 10)}T08:19:00.000Z`;
/** What the page has been told stands under this key. Nothing is called. */
const trpc = createOptions(createCalls({ url: '/', itemsMax: 1, urlLengthMax: 1 }));
const key = trpc.navigation.tenant.queryOptions(tenant).queryKey;

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
});
afterEach(cleanup);

function tell(state: ProviderFacts['state']) {
  client.setQueryData(key, {
    role: 'support',
    organizationId: '',
    permissions: [],
    suspension: null,
    gap: null,
    delayedSince: null,
    providers: [{ environment: 'production', rail: 'mpesa', state, since: state === 'unknown' ? null : since }],
    waitingOrders: 0,
    openReviews: { value: 0, more: false },
  });
}

function show(tone?: ScreenTone, isCutOff = false) {
  const onAsk = () => undefined;
  render(
    <IntlProvider locale="en" messages={{ display: texts }} timeZone="Africa/Nairobi">
      <AppRouterContext value={{} as never}>
        <PathParamsContext value={tenant}>
          <QueryClientProvider client={client}>
            <Screen shop="Duka" tone={tone} isCutOff={isCutOff}>
              <Entry
                initial={nothingTyped}
                hasCodes
                refusal={undefined}
                onAsk={onAsk}
                onRequests={onAsk}
                onFind={onAsk}
              />
            </Screen>
          </QueryClientProvider>
        </PathParamsContext>
      </AppRouterContext>
    </IntlProvider>,
  );
}
const said = () => screen.getByRole('status').textContent;

it.each([
  ['answering', ''],
  ['unknown', ''],
  ['slow', 'M-PESA has been slow since 11:19. Wait a little longer, or ask for cash.'],
  ['silent', 'M-PESA has not answered since 11:19. Ask for cash, or wait.'],
] as const)('a cashier reads what to do: %s', (state, text) => {
  tell(state);
  show();
  expect(said()).toBe(text);
});

it('what was typed stays while M-PESA falls silent and comes back', async () => {
  tell('answering');
  show();
  fireEvent.change(screen.getByLabelText('Amount in KES'), { target: { value: '1500' } });
  fireEvent.change(screen.getByLabelText('Customer’s phone'), { target: { value: '0712345678' } });
  for (const [state, text] of [
    ['silent', 'M-PESA has not answered'],
    ['answering', ''],
  ] as const) {
    act(() => tell(state));
    await expect.poll(said).toContain(text);
    expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('1,500');
    expect(screen.getByLabelText<HTMLInputElement>('Customer’s phone').value).toBe('0712345678');
  }
});

it('a payment that is paid is shown alone, and without a connection only this is said', () => {
  tell('silent');
  show('paid');
  expect(said()).toBe('');
  cleanup();
  show('plain', true);
  expect(said()).toBe('No connection. Nothing is sent by itself.');
});
