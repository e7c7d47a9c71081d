import { defineConfig } from '@playwright/test';

const { TILLGATE_BROWSER_WEB, TILLGATE_BROWSER_STACK } = process.env;
/** Served from its source, a page is compiled when it is first asked for. */
const patience = TILLGATE_BROWSER_WEB === 'dev' || TILLGATE_BROWSER_STACK ? 5 : 1;

// Several runs may share a stack, and each begins by removing what it finds where it leaves its traces.
process.env.TILLGATE_BROWSER_RUN ??= TILLGATE_BROWSER_STACK ? String(process.pid) : 'run';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `../../test-results/${process.env.TILLGATE_BROWSER_RUN}`,
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  reporter: [['list']],
  use: {
    actionTimeout: 10_000 * patience,
    navigationTimeout: 30_000 * patience,
    viewport: { width: 1280, height: 800 },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
