// @ts-check
import { describe, expect, it } from 'vitest';
import { byLine, consoleText } from './log-lines.mjs';

describe('consoleText', () => {
  it('shows warnings and errors with their reason, nothing below', () => {
    expect(consoleText('{"level":30,"msg":"listening"}', false)).toBeUndefined();
    expect(consoleText('{"level":40,"msg":"slow"}', false)).toBe('slow');
    expect(consoleText('{"level":50,"msg":"sweep failed","err":{"message":"no route"}}', false)).toBe(
      'sweep failed: no route',
    );
  });

  it('shows plain text from the error stream alone', () => {
    expect(consoleText('hello', false)).toBeUndefined();
    expect(consoleText('Error: boom', true)).toBe('Error: boom');
    expect(consoleText('{ broken', true)).toBe('{ broken');
    expect(consoleText('  ', true)).toBeUndefined();
  });
});

describe('byLine', () => {
  it('puts lines together that arrive in pieces', () => {
    /** @type {string[]} */
    const lines = [];
    const take = byLine((line) => lines.push(line));
    for (const piece of ['a', 'b\nc', '\n', 'd']) take(piece);
    expect(lines).toEqual(['ab', 'c']);
  });
});
