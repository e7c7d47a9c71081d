import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { testMs } from '../../support/patience.ts';
import { mintBusyShop } from './busy-shop.ts';
import { createMailbox, type ReadMail } from './mails.ts';
import { createMint, type MintOptions, type Shop } from './mint.ts';
import { type OwnWeb, startOwnWeb } from './own-web.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { signIn } from './sign-in.ts';
import { connectStack, type Stack } from './stack.ts';
import { createWatch, type Watch } from './watch.ts';

export { expectNoSeriousAxe } from './axe.ts';
export type { Person, Shop } from './mint.ts';
export { signIn } from './sign-in.ts';
export { expect };

/** TILLGATE_LONG_TESTS=1 repeats more. */
export const isLong = process.env.TILLGATE_LONG_TESTS === '1';
/** The themes that axe looks at. A table of colours tests the contrast of both (`packages/ui/src/contrast.test.ts`). */
export const themes: ('light' | 'dark')[] = isLong ? ['light', 'dark'] : ['light'];
/** The languages that every page is shown in. */
export const languages: ('en' | 'sw')[] = isLong ? ['en', 'sw'] : ['en'];
/** Runs in the page. A blank page has no storage. */
export function useTheme(theme: string): void {
  if (location.protocol !== 'about:') localStorage.setItem('theme', theme);
}

type Fixtures = {
  /** Makes a merchant that no other test knows. */
  mint(options?: MintOptions): Promise<Shop>;
  /** Waits for an email. */
  mailTo(address: string, options?: { subject?: RegExp }): Promise<ReadMail>;
  receiver: Receiver;
  /** A page of another browser profile, with this person signed in: for tests with two people. */
  pageOf(person: { email: string; password: string }): Promise<Page>;
  /** Errors of the browser fail a test, unless they match. */
  tolerate: Watch['tolerate'];
  watch: Watch;
};

type WorkerFixtures = {
  stack: Stack;
  /** A merchant with something on every page, which several tests look at. Those that change something mint their own. */
  busyShop: Shop;
  /** A dashboard of its own, for {@link testOfOwnWeb}. */
  web: OwnWeb;
};

const builtFiles = fileURLToPath(new URL('../../../apps/web/.next/BUILD_ID', import.meta.url));

export const test = base.extend<Fixtures, WorkerFixtures>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { executablePath, args, env } = await findChromium();
      await use({ ...launchOptions, executablePath, args, env });
    },
    { scope: 'worker' },
  ],
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const { stack, close } = await connectStack();
      await use(stack);
      await close();
    },
    { scope: 'worker' },
  ],
  busyShop: [
    async ({ stack }, use) => {
      const receiver = await startReceiver();
      const roles = ['support', 'developer'] as const;
      await use(await mintBusyShop({ stack, mint: createMint(stack), receiver }, { roles: [...roles] }));
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  web: [
    async ({ stack }, use) => {
      base.skip(!existsSync(builtFiles), 'needs `npm run build`');
      const { close, ...web } = await startOwnWeb(stack);
      await use(web);
      await close();
    },
    { scope: 'worker', timeout: testMs },
  ],
  baseURL: async ({ stack }, use) => use(stack.webUrl),
  // An address of its own for each test: limits by address count its sign-ins alone.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${[255, 255, 255].map((n) => randomInt(n)).join('.')}` }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  watch: async ({}, use) => {
    const watch = createWatch();
    await use(watch);
    expect(watch.problems(), 'errors of the browser').toEqual([]);
  },
  tolerate: async ({ watch }, use) => use(watch.tolerate),
  context: async ({ context, watch }, use) => {
    await watch.over(context);
    await use(context);
  },
  mint: async ({ stack }, use) => use(createMint(stack)),
  mailTo: async ({ stack }, use) => use(createMailbox(stack)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  pageOf: async ({ browser, contextOptions, baseURL, extraHTTPHeaders, viewport, locale, timezoneId, watch }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (person) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL,
        extraHTTPHeaders,
        viewport,
        locale,
        timezoneId,
      });
      opened.push(context);
      await watch.over(context);
      const page = await context.newPage();
      await signIn(page, person);
      return page;
    });
    for (const context of opened) await context.close();
  },
});

/** `test` against a dashboard of its own, which the tests of a worker share. */
export const testOfOwnWeb = test.extend({ baseURL: async ({ web }, use) => use(web.url) });
