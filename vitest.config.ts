import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { conditionMs, testMs } from './e2e/support/patience.ts';
import { keepFilesInMemory } from './scripts/lib/files-in-memory.mjs';

keepFilesInMemory();

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const fixedSeed = fileOf('scripts/lib/fixed-seed.mjs');
const databaseServer = fileOf('packages/db/src/testing/global-setup.ts');

function project(settings: Settings): TestProjectInlineConfiguration {
  return {
    // What the dashboard calls @/ (its tsconfig.json).
    resolve: {
      alias: [
        { find: /^@\//, replacement: fileOf('apps/web/src/') },
        // Its other copy, for bundlers, knows no types that this one made.
        { find: /^graphql$/, replacement: fileOf('node_modules/graphql/index.js') },
      ],
    },
    test: {
      exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', '**/.next/**'],
      globalSetup: [databaseServer],
      testTimeout: testMs,
      hookTimeout: testMs,
      expect: { poll: { timeout: conditionMs, interval: 20 } },
      env: { TZ: 'UTC' },
      // Threads that help to collect garbage wait for each other when the cores are busy: a twelfth of the time.
      execArgv: ['--single-threaded-gc'],
      ...settings,
    },
  };
}

// Loading the modules costs more than most test files do: without isolation a worker loads them once. Each file of
// screens (*.test.tsx) still has a document of its own.
export default defineConfig({
  test: {
    maxWorkers: 2,
    watch: false,
    projects: [
      project({
        name: 'code',
        isolate: false,
        setupFiles: [fixedSeed],
        globalSetup: [databaseServer, fileOf('scripts/lib/bundled-cli.mjs')],
        include: [
          '{packages,apps}/*/{src,test}/**/*.test.ts',
          'inngest/**/*.test.ts',
          'scripts/**/*.test.{ts,mjs}',
          'torture/**/*.test.ts',
        ],
      }),
      project({ name: 'screens', isolate: false, include: ['{packages/ui,apps/web}/{src,test}/**/*.test.tsx'] }),
      project({ name: 'e2e', isolate: false, include: ['e2e/**/*.test.ts'] }),
    ],
  },
});
