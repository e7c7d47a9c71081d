// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PaletteKeys, paletteKeysScript, takePaletteKeys } from './palette-keys.ts';

let keys: PaletteKeys | undefined;
beforeEach(() => {
  document.body.innerHTML = '<div data-palette></div>';
});
afterEach(() => {
  keys?.stop();
  window.paletteKeys?.stop();
  delete window.paletteKeys;
});

/** @returns whether the browser does nothing else with the key */
function press(key: string, held: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

it('keeps what is typed after ⌘K, from the inline script alone', () => {
  new Function(paletteKeysScript)();
  expect(press('x')).toBe(false);
  expect(press('K', { metaKey: true })).toBe(true);
  for (const key of ['a', 'b', 'Shift', 'Backspace', 'c']) press(key);
  expect(press('r', { ctrlKey: true })).toBe(false);
  keys = takePaletteKeys();
  expect(keys).toMatchObject({ isOpen: true, text: 'ac' });
  press('d');
  expect(keys.text).toBe('acd');
  expect(window.paletteKeys).toBeUndefined();
});

it('is closed by Escape and by ⌘K, says so, and begins anew', () => {
  keys = takePaletteKeys();
  const told: boolean[] = [];
  keys.onToggle = (isOpen) => told.push(isOpen);
  press('k', { ctrlKey: true });
  press('a');
  press('Escape');
  press('k', { ctrlKey: true });
  expect(keys.text).toBe('');
  press('k', { ctrlKey: true });
  expect(told).toEqual([true, false, true, false]);
});

it('leaves the keys to the palette once that has the focus', () => {
  keys = takePaletteKeys();
  press('k', { ctrlKey: true });
  keys.isReady = true;
  expect(press('a')).toBe(false);
  expect(keys.text).toBe('');
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(keys.isOpen).toBe(false);
});

it('leaves ⌘K to the browser on a page without a palette', () => {
  document.body.innerHTML = '';
  keys = takePaletteKeys();
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(keys.isOpen).toBe(false);
});
