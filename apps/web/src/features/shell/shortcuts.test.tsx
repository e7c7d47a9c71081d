// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { areShortcutsOn, isShortcut, shortcutsChoice } from './shortcuts.ts';

afterEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
});

function press(selector: string, init: KeyboardEventInit = {}): boolean {
  let answer: boolean | undefined;
  const listen = (event: KeyboardEvent) => {
    answer = isShortcut(event);
  };
  document.addEventListener('keydown', listen);
  document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...init }));
  document.removeEventListener('keydown', listen);
  if (answer === undefined) throw new Error(`nothing was pressed on ${selector}`);
  return answer;
}

it('is a key alone that is not typed into anything', () => {
  document.body.innerHTML = '<input><div role="dialog"><p></p></div><a href="/">x</a>';
  expect(press('a')).toBe(true);
  expect(press('body')).toBe(true);
  expect(press('input')).toBe(false);
  expect(press('p')).toBe(false);
  expect(press('a', { ctrlKey: true })).toBe(false);
  expect(press('a', { metaKey: true })).toBe(false);
  expect(press('a', { repeat: true })).toBe(false);
});

it('is nothing once shortcuts are switched off', () => {
  const heard = vi.fn();
  const stop = shortcutsChoice.watch(heard);
  expect(areShortcutsOn()).toBe(true);
  shortcutsChoice.write('off');
  expect(press('body')).toBe(false);
  shortcutsChoice.write('on');
  expect(press('body')).toBe(true);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});
