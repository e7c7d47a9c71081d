// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseTheme, readTheme, themeScript, watchTheme } from './theme.ts';

const root = document.documentElement;
const shown = () => ['light', 'dark'].filter((name) => root.classList.contains(name));

beforeEach(() => localStorage.clear());
beforeAll(() => {
  // As the page does: before anything else.
  new Function(themeScript)();
});

it('shows the theme of the system until one is chosen', () => {
  expect(readTheme()).toBe('system');
  expect(shown()).toEqual(['light']);
});

it('shows and keeps what is chosen, and says so', () => {
  let told = 0;
  const stop = watchTheme(() => {
    told += 1;
  });
  chooseTheme('dark');
  expect(shown()).toEqual(['dark']);
  expect(readTheme()).toBe('dark');
  chooseTheme('light');
  expect(shown()).toEqual(['light']);
  stop();
  chooseTheme('system');
  expect(told).toBe(2);
});

it('follows another tab', () => {
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new Event('storage'));
  expect(shown()).toEqual(['dark']);
});

it('takes nonsense for nothing', () => {
  localStorage.setItem('theme', 'purple');
  window.dispatchEvent(new Event('storage'));
  expect(readTheme()).toBe('system');
  expect(shown()).toEqual(['light']);
});
