// @ts-check
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';

/**
 * Global setup of the tests: bundles the command line once per run, because a process that compiles TypeScript as it
 * starts costs four times as much.
 * @param {import('vitest/node').TestProject} project gets the path of the program as `cliProgram`
 */
export default async function setup(project) {
  const file = join(root, `apps/cli/node_modules/.cache/tillgate-test-${process.pid}.cjs`);
  const make = () => bundle(join(root, 'apps/cli/src/main.ts'), file);
  await make();
  project.onTestsRerun(make);
  // apps/cli/src/testing.ts declares it.
  project.provide(/** @type {never} */ ('cliProgram'), /** @type {never} */ (file));
  return () => Promise.all([file, `${file}.map`].map((each) => rm(each, { force: true })));
}
