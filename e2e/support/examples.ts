import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testMs } from './patience.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = join(root, 'docs');

export type Language = 'bash' | 'ts' | 'python' | 'php';

/** How the code of an example becomes a program: its file, what runs it, and what must be there. */
const runtimes: Record<Language, { file: string; command: [string, ...string[]]; version: string[] }> = {
  bash: { file: 'example.sh', command: ['bash', '-euo', 'pipefail', 'example.sh'], version: ['curl', '--version'] },
  ts: {
    file: 'example.ts',
    command: [join(root, 'node_modules/.bin/tsx'), 'example.ts'],
    version: [process.execPath, '--version'],
  },
  python: { file: 'example.py', command: ['python3', 'example.py'], version: ['python3', '--version'] },
  php: { file: 'example.php', command: ['php', 'example.php'], version: ['php', '--version'] },
};

export const languages = Object.keys(runtimes) as Language[];

/** An example of a page, in every language that it has. `prints` is what the page says that it prints. */
export type Example = { name: string; code: Partial<Record<Language, string>>; prints: string };

const fence = /^```(\w+) ([\w-]+)\n([\s\S]*?)^```$/gm;

/** All examples of docs/, by their names: blocks with a name, and a block of the same name that says what they print. */
export function readExamples(): Map<string, Example> {
  const examples = new Map<string, Example>();
  for (const page of readdirSync(pages).filter((name) => name.endsWith('.md'))) {
    for (const [, lang = '', name = '', text = ''] of readFileSync(join(pages, page), 'utf8').matchAll(fence)) {
      const example = examples.get(name) ?? { name, code: {}, prints: '' };
      examples.set(name, example);
      if (lang in runtimes) example.code[lang as Language] = text;
      else example.prints = text;
    }
  }
  return examples;
}

/** Why a language cannot be run here. Only PHP may be missing; all else belongs to a machine that develops Tillgate. */
export function missingFor(language: Language): string | undefined {
  const [file = '', ...args] = runtimes[language].version;
  return language === 'php' && spawnSync(file, args).status !== 0 ? 'PHP is not at hand' : undefined;
}

/** A directory with an example as a program, and other files beside it. */
export async function layOut(language: Language, code: string, files: Record<string, string> = {}): Promise<Program> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-example-'));
  const { file, command } = runtimes[language];
  const all = { 'package.json': '{ "type": "module" }', ...files, [file]: code };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(directory, name), text)));
  return { directory, file, command, remove: () => rm(directory, { recursive: true, force: true }) };
}

export type Program = { directory: string; file: string; command: [string, ...string[]]; remove(): Promise<void> };

/** Runs an example to its end and returns what it prints. */
export async function printedBy(language: Language, code: string, env: Record<string, string>): Promise<string> {
  const { directory, command, remove } = await layOut(language, code);
  const [file, ...args] = command;
  try {
    const options = { cwd: directory, env: { ...process.env, ...env }, timeout: testMs };
    return (await promisify(execFile)(file, args, options)).stdout;
  } catch (error) {
    const { code: exit, signal, stdout, stderr } = error as ExecFileException;
    throw new Error(`the example in ${language} ended with ${exit ?? signal}:\n${stdout}${stderr}`);
  } finally {
    await remove();
  }
}

/** Checks the types of all TypeScript examples as strictly as our own code. Returns what is wrong. */
export async function typeErrorsOf(examples: Iterable<Example>, files: Record<string, string>): Promise<string> {
  const sources = [...examples].flatMap(({ name, code }) =>
    code.ts ? [[`${name}.ts`, `${code.ts}\nexport {};\n`]] : [],
  );
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: ['.'],
  };
  const all = { ...files, ...Object.fromEntries(sources), 'tsconfig.json': JSON.stringify(config) };
  const { directory, remove } = await layOut('ts', '', all);
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: directory });
    return '';
  } catch (error) {
    return String((error as ExecFileException).stdout);
  } finally {
    await remove();
  }
}

/** Whether a printed value is what the page shows. An ellipsis in a shown text stands for any text. */
export function isShown(shown: unknown, printed: unknown): boolean {
  if (typeof shown === 'string' && typeof printed === 'string') {
    const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`, 's').test(printed);
  }
  if (typeof shown !== 'object' || shown === null) return shown === printed;
  if (typeof printed !== 'object' || printed === null || Array.isArray(shown) !== Array.isArray(printed)) return false;
  const names = new Set([...Object.keys(shown), ...Object.keys(printed)]);
  return [...names].every((name) =>
    isShown((shown as Record<string, unknown>)[name], (printed as Record<string, unknown>)[name]),
  );
}
