// @ts-check
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The `tillgate` command as a program for Node. */
export const cliArgs = ['--enable-source-maps', join(root, 'apps/cli/dist/main.js')];
