import { expect, type Locator, type Page } from '@playwright/test';

/** No page has so many stops of the Tab key. */
const stopsMax = 120;

/** Runs in the page: what is wrong with how an element shows that it has the focus, if anything. */
function judgeFocus(element: Element): string | undefined {
  // A hidden input, such as one for files, shows its focus on its label.
  const { width } = element.getBoundingClientRect();
  const shown = width > 1 ? element : ((element as HTMLInputElement).labels?.[0] ?? element);
  const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(shown);
  const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  // A choice of a list is marked by its colour.
  const other = element.matches('option') ? element.parentElement?.querySelector('option:not(:focus)') : undefined;
  const isMarked = other && getComputedStyle(other).backgroundColor !== backgroundColor;
  if (!hasOutline && boxShadow === 'none' && !isMarked) return 'nothing shows that it has the focus';
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (hit === null) return 'it is outside of the window';
  return shown.contains(hit) || hit.contains(shown) ? undefined : `${hit.tagName} "${hit.textContent}" lies over it`;
}

type Way = 'Tab' | 'Shift+Tab' | 'ArrowDown';

/** Somebody who has a keyboard only. */
export type Keyboard = {
  /** Presses Tab, or another key that leads on, until an element has the focus, which has to be seen. */
  goTo(target: Locator, by?: Way): Promise<void>;
  /** Goes to an element and presses a key there, Enter unless another is named. */
  press(target: Locator, how?: { key?: string; by?: Way }): Promise<void>;
  /** Goes to a field and types into it, in place of what it has. */
  type(target: Locator, text: string): Promise<void>;
  /** Something of the page has the focus: it went to nowhere with nothing that was removed. */
  expectFocus(): Promise<void>;
};

export function keyboardOf(page: Page): Keyboard {
  const expectFocus = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.tagName), 'what has the focus').not.toBe('BODY');
  const goTo: Keyboard['goTo'] = async (target, by = 'Tab') => {
    await expect(target).toBeVisible();
    const hasFocus = () => target.evaluate((element) => element === document.activeElement);
    for (let stops = 0; !(await hasFocus()); stops += 1) {
      if (stops > stopsMax) throw new Error(`the keyboard does not come to ${target}`);
      await page.keyboard.press(by);
    }
    await expect.poll(() => target.evaluate(judgeFocus), `the focus of ${target}`).toBeUndefined();
  };
  return {
    goTo,
    async press(target, { key = 'Enter', by } = {}) {
      await goTo(target, by);
      await page.keyboard.press(key);
    },
    async type(target, text) {
      await goTo(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    expectFocus,
  };
}
