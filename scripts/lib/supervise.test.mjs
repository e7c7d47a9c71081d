// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRuntime, removeRuntime, writeRuntime } from './runtime.mjs';
import { backoffMs, supervise } from './supervise.mjs';

let directory = '';
/** @type {string[]} */
let said = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate supervise '));
  said = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** @param {() => unknown} condition */
async function until(condition) {
  await expect.poll(condition, { interval: 10, message: said.join(' / ') }).toBeTruthy();
}

/** @param {number | undefined} pid */
function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** @param {string} code @param {{ onRefused?: (name: string) => void, onLaunch?: () => void, logBytesMax?: number }} [also] */
function start(code, also = {}) {
  return supervise({
    name: 'api',
    args: ['--import', new URL('end-with-parent.mjs', import.meta.url).href, '--input-type=module', '-e', code],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '' },
    logFile: join(directory, 'api.log'),
    say: (text) => said.push(text),
    ...also,
  });
}

describe('backoffMs', () => {
  it('doubles from a quarter of a second to ten seconds', () => {
    expect([0, 1, 2, 5, 6, 1_000].map(backoffMs)).toEqual([250, 500, 1_000, 8_000, 10_000, 10_000]);
  });
});

describe('supervise', () => {
  it('starts a process again that dies, and says so each time', async () => {
    let launches = 0;
    const onLaunch = () => {
      launches += 1;
    };
    const api = await start('setInterval(() => {}, 1000)', { onLaunch });
    const first = api.pid();
    expect(launches).toBe(1);
    process.kill(Number(first), 'SIGKILL');
    await until(() => api.pid() !== undefined && api.pid() !== first);
    expect(launches).toBe(2);
    expect(said[0]).toMatch(/^api was ended by SIGKILL; restarting in 0.25 s/);
    await api.stop();
    expect(api.pid()).toBeUndefined();
  });

  it('gives up at once on a process that refuses its settings, whose reason is shown', async () => {
    /** @type {string[]} */
    const refused = [];
    const api = await start('console.error("  API_PORT: must be a port"); process.exit(78)', {
      onRefused: (name) => refused.push(name),
    });
    await until(() => refused.length > 0);
    await api.stop();
    expect(refused).toEqual(['api']);
    expect(said).toEqual(['[api]   API_PORT: must be a port']);
  });

  it('keeps the whole log and shows warnings', async () => {
    const api = await start(`
      console.log(JSON.stringify({ level: 30, msg: 'fine' }));
      console.log(JSON.stringify({ level: 40, msg: 'careful' }));
      setInterval(() => {}, 1000);`);
    await until(() => said.length > 0);
    await api.stop();
    expect(said).toEqual(['[api] careful']);
    expect(await readFile(join(directory, 'api.log'), 'utf8')).toMatch(/"fine".*\n.*"careful"/);
  });

  it('puts its log aside whenever it has grown too long, while the process runs', async () => {
    const say = 'for (let line = 1; line <= 100; line += 1) console.log("line " + line)';
    const api = await start(`${say}; setInterval(() => {}, 1000)`, { logBytesMax: 100 });
    const read = (/** @type {string} */ name) => readFile(join(directory, name), 'utf8').catch(() => '');
    await until(async () => (await read('api.log')).endsWith('line 100\n'));
    await api.stop();
    const logs = (await readdir(directory)).filter((name) => name.startsWith('api.log')).sort();
    expect(logs).toEqual(['api.log', 'api.log.1', 'api.log.2', 'api.log.3', 'api.log.4']);
    const texts = await Promise.all(logs.map(read));
    expect(texts.filter((text) => text.length > 100)).toEqual([]);
    const lines = texts.reverse().join('').trim().split('\n');
    expect(lines).toEqual(lines.map((_line, index) => `line ${101 - lines.length + index}`));
  });

  it('restarts at once and silently when asked to', async () => {
    const api = await start('setInterval(() => {}, 1000)');
    const first = api.pid();
    api.restart();
    await until(() => api.pid() !== undefined && api.pid() !== first);
    expect(said).toEqual([]);
    await api.stop();
  });

  it('leaves no orphan when the supervisor itself is killed', async () => {
    const code = `
      import { supervise } from ${JSON.stringify(new URL('supervise.mjs', import.meta.url).href)};
      const end = ${JSON.stringify(new URL('end-with-parent.mjs', import.meta.url).href)};
      const child = await supervise({
        name: 'api', cwd: '.', env: {}, logFile: process.argv[1], say() {},
        args: ['--import', end, '-e', 'console.log("up"); setInterval(() => {}, 1000)'],
      });
      console.log(child.pid());
      setInterval(() => {}, 1000);`;
    const logFile = join(directory, 'api.log');
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code, logFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line.toString());
    await until(async () => (await readFile(logFile, 'utf8').catch(() => '')).includes('up'));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});

describe('runtime', () => {
  it('tells what runs, to us alone, until it ends', async () => {
    await writeRuntime(directory, { DATABASE_URL: 'postgresql://x', ports: { API_PORT: 1 } });
    expect(await readRuntime(directory)).toMatchObject({ pid: process.pid, DATABASE_URL: 'postgresql://x' });
    expect((await stat(join(directory, 'runtime.json'))).mode & 0o777).toBe(0o600);
    await removeRuntime(directory);
    expect(await readRuntime(directory)).toBeUndefined();
  });

  it('does not believe the note of a process that was killed', async () => {
    await writeFile(join(directory, 'runtime.json'), JSON.stringify({ pid: process.pid, start: 'another time' }));
    expect(await readRuntime(directory)).toBeUndefined();
  });
});
