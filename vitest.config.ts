import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { conditionMs, testMs } from './e2e/support/patience.ts';

export default defineConfig({
  // What the dashboard calls @/ (its tsconfig.json).
  resolve: { alias: [{ find: /^@\//, replacement: fileURLToPath(new URL('apps/web/src/', import.meta.url)) }] },
  test: {
    include: [
      '{packages,apps}/*/{src,test}/**/*.test.{ts,tsx}',
      '{inngest,e2e}/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', '**/.next/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: conditionMs, interval: 20 } },
    watch: false,
    env: { TZ: 'UTC' },
  },
});
