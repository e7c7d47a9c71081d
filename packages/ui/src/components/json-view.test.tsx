// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { JsonView, prettyJson } from './json-view.tsx';

afterEach(cleanup);

const code = () => document.querySelector('code')?.innerText ?? document.querySelector('code')?.textContent;

describe('prettyJson', () => {
  it.each([
    [{ a: 1 }, '{\n  "a": 1\n}'],
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['<xml/>', '<xml/>'],
    ['', ''],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('makes of %j the text %j', (value, text) => {
    expect(prettyJson(value)).toBe(text);
  });
});

describe('JsonView', () => {
  it('shows the text unchanged, quotes, colons and escapes too', () => {
    const value = { 'a "key": 1': 'C:\\x, true 12', list: [1.5e3, -2, null, false] };
    render(<JsonView value={value} label="Body" />);
    const lines = [...document.querySelectorAll('code > span')].map((line) => line.textContent);
    expect(lines.join('\n')).toBe(JSON.stringify(value, null, 2));
    expect(code()).toBeTruthy();
  });

  it('folds a long body and unfolds it', async () => {
    render(<JsonView value={Array.from({ length: 50 }, (_, index) => index)} label="Body" collapsedLines={10} />);
    const lines = () => document.querySelectorAll('code > span').length;
    expect(lines()).toBe(10);
    const more = screen.getByRole('button', { name: 'Show more (42)', expanded: false });
    await userEvent.click(more);
    expect(lines()).toBe(52);
    await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
    expect(lines()).toBe(10);
  });

  it('copies a raw body as it came', async () => {
    const user = userEvent.setup();
    render(<JsonView value='{"amount":10.00}' label="Body" copyLabel="Copy body" />);
    await user.click(screen.getByRole('button', { name: 'Copy body' }));
    expect(await navigator.clipboard.readText()).toBe('{"amount":10.00}');
  });
});
