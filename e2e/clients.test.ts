import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantWithInitiator } from './support/initiator.ts';
import { createStack, type Stack } from './support/stack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where `npm run clients` makes clients. One that it compiled has a file of this name. */
const made = join(root, '.data/clients');
const isCompiled = (name: string) => existsSync(join(made, name, 'compiled'));

type Language = {
  /** The program that calls the product, and where it goes in the client. */
  program: string;
  at: string;
  commands: string[][];
};

const languages: Record<string, Language> = {
  python: {
    program: 'call.py',
    at: 'call.py',
    commands: [['.venv/bin/python', 'call.py']],
  },
  go: {
    program: 'call.go',
    at: 'call/main.go',
    commands: [['go', 'run', './call']],
  },
  java: {
    program: 'Call.java',
    at: 'src/test/java/Call.java',
    commands: [
      ['mvn', '-q', '-B', 'test-compile'],
      [
        'mvn',
        '-q',
        '-B',
        'org.codehaus.mojo:exec-maven-plugin:3.6.1:java',
        '-Dexec.mainClass=Call',
        '-Dexec.classpathScope=test',
      ],
    ],
  },
  php: {
    program: 'call.php',
    at: 'call.php',
    commands: [['php', 'call.php']],
  },
};

/** An event that somebody tries an endpoint with. */
const event = {
  type: 'payment.success',
  created: 1_772_359_200,
  data: {
    paymentId: '019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11',
    applicationId: '019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b12',
    env: 'sandbox',
    amount: 250,
    phone: '254712345678',
    accountRef: 'INV-1',
    status: 'success',
    ...{
      checkoutRequestId: 'ws_CO_1',
      providerReceipt: 'TKC0000001',
      resultCode: 0,
      resultDesc: 'Paid',
      decoded: null,
    },
    test: true,
  },
};

let stack: Stack;

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 50, autoAnswer: false }, env: { PROVIDER_TIMEOUT_MS: '3000' } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(() => stack.close());

describe('a client that is made from the document', () => {
  const what = 'collects, pays out, asks, registers, and reads refusals and events';
  for (const [name, of] of Object.entries(languages))
    it.skipIf(!isCompiled(name))(`in ${name} ${what}`, async () => {
      const directory = join(made, name);
      const merchant = await merchantWithInitiator(stack);
      const target = join(directory, of.at);
      await mkdir(join(target, '..'), { recursive: true });
      await copyFile(join(root, 'e2e/clients', of.program), target);
      const env = {
        ...process.env,
        ...{
          TILLGATE_URL: `${stack.front.url}/functions/v1`,
          TILLGATE_KEY: merchant.key().key,
          TILLGATE_EVENT: JSON.stringify(event),
        },
      };
      let printed = '';
      for (const [program = '', ...args] of of.commands) {
        const ran = await promisify(execFile)(program, args, { cwd: directory, env }).catch((error: Error) => error);
        // Maven writes errors to its standard output.
        if (ran instanceof Error) throw new Error(`${ran.message}\n${'stdout' in ran ? ran.stdout : ''}`);
        printed = ran.stdout;
      }
      // Maven writes colours around it.
      expect(JSON.parse(/\{.*\}/.exec(printed)?.[0] ?? '')).toEqual({
        replayed: true,
        paid: 'success',
        status: 'success',
        listed: [true],
        registered: true,
        payout: true,
        inquiry: true,
        event: true,
        invalid: { status: 422, code: 'invalid_input', issues: ['phone'], indeterminate: false },
        unknown: { status: 502, code: 'provider_unavailable', issues: [], indeterminate: true },
      });
    });
});
