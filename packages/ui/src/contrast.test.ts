import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8');

/** The hex tokens of one block of the style sheet. */
function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const tones = ['neutral', 'success', 'danger', 'warning', 'info'];
const surfaces = ['background', 'card', 'popover', 'muted', 'accent', 'secondary'];

/** Every pair that some component writes text with: [text, ground]. */
const textPairs: [string, string][] = [
  ...surfaces.flatMap((ground): [string, string][] => [
    ['foreground', ground],
    ['muted-foreground', ground],
    ['link', ground],
    ...tones.map((tone): [string, string] => [tone, ground]),
  ]),
  ...tones.flatMap((tone): [string, string][] => [
    [tone, `${tone}-surface`],
    ['foreground', `${tone}-surface`],
  ]),
  ['card-foreground', 'card'],
  ['popover-foreground', 'popover'],
  ['accent-foreground', 'accent'],
  ['secondary-foreground', 'secondary'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  ['destructive-foreground', 'destructive'],
  ['destructive-foreground', 'destructive-hover'],
  ['sandbox-foreground', 'sandbox'],
  ['sandbox-strong', 'sandbox-surface'],
  ['sandbox-strong', 'card'],
  ['sandbox-strong', 'background'],
  ['foreground', 'sandbox-surface'],
  ['background', 'foreground'],
];

/** What is seen but not read: [mark, ground]. */
const markPairs: [string, string][] = [
  ...['ring', 'primary', 'sandbox-strong', 'chart-1', 'chart-2', 'chart-4', 'chart-5'].flatMap(
    (mark): [string, string][] => [
      [mark, 'background'],
      [mark, 'card'],
    ],
  ),
];

describe.each([
  ['light', tokensOf(':root')],
  ['dark', new Map([...tokensOf(':root'), ...tokensOf('.dark')])],
])('the %s theme', (_name, tokens) => {
  const color = (name: string) => {
    const value = tokens.get(name);
    if (!value) throw new Error(`no token --${name}`);
    return value;
  };

  it.each(textPairs)('%s on %s can be read (4.5)', (text, ground) => {
    expect(ratio(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(markPairs)('%s on %s can be seen (3)', (mark, ground) => {
    expect(ratio(color(mark), color(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('the themes', () => {
  it('define the same tokens', () => {
    expect([...tokensOf('.dark').keys()]).toEqual([...tokensOf(':root').keys()]);
  });

  it('have a utility for every token', () => {
    for (const name of tokensOf(':root').keys()) expect(css).toContain(`--color-${name}: var(--${name});`);
  });
});
