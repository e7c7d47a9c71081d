// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseTheme, followTheme, readTheme, themeScript, watchTheme } from './theme.ts';

const root = document.documentElement;
const shown = () => ['light', 'dark'].filter((name) => root.classList.contains(name));

let stop: () => void;
beforeEach(() => {
  localStorage.clear();
  root.className = '';
  stop = followTheme();
});
afterEach(() => stop());

it('shows the choice from the inline script alone', () => {
  stop();
  root.className = '';
  localStorage.setItem('theme', 'dark');
  new Function(themeScript)();
  expect(shown()).toEqual(['dark']);
});

it('shows the choice when it begins, without the inline script', () => {
  stop();
  root.className = '';
  localStorage.setItem('theme', 'dark');
  stop = followTheme();
  expect(shown()).toEqual(['dark']);
});

it('shows the theme of the system until one is chosen', () => {
  expect(readTheme()).toBe('system');
  expect(shown()).toEqual(['light']);
});

it('shows and keeps what is chosen, and says so', () => {
  let told = 0;
  const unwatch = watchTheme(() => {
    told += 1;
  });
  chooseTheme('dark');
  expect(shown()).toEqual(['dark']);
  expect(readTheme()).toBe('dark');
  chooseTheme('light');
  expect(shown()).toEqual(['light']);
  unwatch();
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

it('no longer follows when stopped', () => {
  stop();
  chooseTheme('dark');
  expect(shown()).toEqual(['light']);
});
