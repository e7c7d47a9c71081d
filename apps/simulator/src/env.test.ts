import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEnv } from './env.ts';
import { testPasskey } from './test-client.ts';

describe('parseEnv', () => {
  it('an empty environment gives the documented defaults', () => {
    expect(parseEnv({ SIMULATOR_PORT: '' }).env).toEqual({
      port: 4002,
      host: '127.0.0.1',
      logLevel: 'info',
      simulator: {
        names: ['127.0.0.1'],
        passkey: testPasskey,
        credentials: null,
        delayMs: 2000,
        callbackDelayMs: 0,
        lateCallbackMs: 30_000,
        slowAckMs: 5000,
        autoAnswer: true,
        subscriberLock: false,
        sameAmountRule: false,
        loseCallbacks: false,
        externalValidation: true,
        registerOnce: false,
        confirmStkPayments: false,
        confirmation: 'after',
        checkCredential: false,
        oneToken: false,
        initiatorPassword: null,
        privateKeyPem: null,
      },
    });
  });

  it('the host and further names are names of the simulator', () => {
    const read = parseEnv({ SIMULATOR_HOST: '0.0.0.0', SIMULATOR_NAMES: 'Simulator, sim.internal,' });
    expect(read.env?.simulator.names).toEqual(['0.0.0.0', 'simulator', 'sim.internal']);
  });

  it('a list of credentials is read, colons in secrets included', () => {
    expect(parseEnv({ SIMULATOR_CREDENTIALS: 'a:b, c:d:e' }).env?.simulator.credentials).toEqual([
      { consumerKey: 'a', consumerSecret: 'b' },
      { consumerKey: 'c', consumerSecret: 'd:e' },
    ]);
  });

  it('the private key is read from its file, and anything but an RSA key is a problem', () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-key-'));
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(parseEnv({ SIMULATOR_PRIVATE_KEY: write('rsa.pem', pem) }).env?.simulator.privateKeyPem).toBe(pem);
    for (const path of [write('text.pem', 'hunter2'), join(folder, 'missing.pem')]) {
      expect(parseEnv({ SIMULATOR_PRIVATE_KEY: path }).problems).toEqual([
        'SIMULATOR_PRIVATE_KEY: expected the path of a PEM file with an RSA private key',
      ]);
    }
    rmSync(folder, { recursive: true });
  });

  it('all problems are reported at once, each with its name and none with its value', () => {
    const { problems } = parseEnv({
      SIMULATOR_PORT: '70000',
      SIMULATOR_DELAY_MS: 'soon',
      SIMULATOR_AUTO_ANSWER: 'maybe',
      SIMULATOR_CREDENTIALS: 'hunter2',
    });
    expect(problems?.map((problem) => problem.split(':')[0])).toEqual([
      'SIMULATOR_PORT',
      'SIMULATOR_CREDENTIALS',
      'SIMULATOR_DELAY_MS',
      'SIMULATOR_AUTO_ANSWER',
    ]);
    expect(problems?.join()).not.toContain('hunter2');
  });
});
