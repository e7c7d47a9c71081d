import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const roots = [here, fileURLToPath(new URL('../../../apps/web/src/', import.meta.url))];
/** Names of Tailwind's own palette. The theme clears it, so that a class with one of them does nothing without a word. */
const palette =
  /\b(?:text|bg|border|outline|ring|fill|stroke|divide)-((?:black|white|slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)(?:-\d{2,3})?)\b(?!-)/g;

it('a class names no colour that the theme does not have', () => {
  const theme = readFileSync(new URL('styles.css', import.meta.url), 'utf8');
  const unknown = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...readFileSync(`${root}/${file}`, 'utf8').matchAll(palette)]
          .filter(([, name]) => !theme.includes(`--color-${name}:`))
          .map(([cls]) => `${file}: ${cls}`),
      ),
  );
  expect(unknown).toEqual([]);
});
