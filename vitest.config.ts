import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{packages,apps}/*/{src,test}/**/*.test.{ts,tsx}',
      '{inngest,e2e}/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    watch: false,
    env: { TZ: 'UTC' },
  },
});
