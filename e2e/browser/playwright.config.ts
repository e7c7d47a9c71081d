import { defineConfig } from '@playwright/test';
import { keepFilesInMemory } from '../../scripts/lib/files-in-memory.mjs';
import { conditionMs, testMs } from '../support/patience.ts';

keepFilesInMemory();

const { TILLGATE_BROWSER_STACK } = process.env;

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
  timeout: testMs,
  expect: { timeout: conditionMs },
  reporter: [['list']],
  use: {
    actionTimeout: conditionMs,
    navigationTimeout: conditionMs,
    viewport: { width: 1280, height: 800 },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost an eighth of the time: ask for them with `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
