import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).flatMap((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** How the documents call the command line, after variables that it gets. */
const call = /^\s*(?:[A-Z_]+=\S+\s+)*(?:npm run -s tillgate --|node apps\/cli\/dist\/main\.js|tillgate) +(.*)$/;

/** Command lines of the shell examples of a page, without comments, continuations joined. */
function examplesOf(page: string): string[] {
  const parts = readFileSync(join(root, page), 'utf8').split(/^ *```/m);
  return parts
    .filter((part, n) => n % 2 === 1 && /^(?:sh|bash)?\n/.test(part))
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'))
    .flatMap((line) => call.exec(line.replace(/\s+#\s.*$/, ''))?.[1] ?? [])
    .flatMap((line) => line.split(/\s*(?:\|\||&&|[|>])/)[0] ?? []);
}

/** Commands that a page names within a sentence, such as `tillgate review list`. */
function namedIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/`(tillgate [a-z][^`]*)`/g)].map(([, named = '']) => named.slice('tillgate '.length));
}

const words = (line: string) =>
  [...line.replaceAll(/\$\([^)]*\)/g, 'X').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );

/** The command line as it is, with commands that do nothing. */
function inertProgram(): Command {
  const quiet = { out() {}, err() {} };
  const program = createProgram(() => {}, quiet, quiet);
  const silence = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => {});
    for (const child of command.commands) silence(child);
  };
  silence(program);
  return program;
}

/** The command that words begin with, and the words after it. A word such as `list|show` names several. */
function resolve(command: Command, [first = '', ...rest]: string[]): void {
  if (command.commands.length === 0) {
    const known = [...command.options, ...inertProgram().options].map(({ long }) => long);
    const options = [first, ...rest].flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? []);
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
    return;
  }
  if (first === '' || first === '…' || first.startsWith('-')) return;
  for (const name of first.split('|')) {
    const child = command.commands.find((one) => one.name() === name);
    expect(child, `no command ${name}`).toBeDefined();
    if (child) resolve(child, rest);
  }
}

describe('commands in the documents', () => {
  const examples = pages.flatMap((page) => examplesOf(page).map((line) => [page, line] as const));
  const named = pages.flatMap((page) => namedIn(page).map((line) => [page, line] as const));

  it('are found', () => {
    expect(examples.length).toBeGreaterThan(50);
    expect(named.length).toBeGreaterThan(30);
  });

  it.each(examples)('%s: tillgate %s', async (_, line) => {
    await inertProgram().parseAsync(words(line), { from: 'user' });
  });

  it.each(named)('%s names tillgate %s', (_, line) => {
    resolve(inertProgram(), words(line));
  });
});
