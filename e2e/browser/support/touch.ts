import { expect, type Page } from '@playwright/test';

/** Runs in the page: what can be pressed, but not in all of a square of 44 px. Links in running text are small by right. */
function smallTargets(): string[] {
  // A pixel less than half of it: edges fall between pixels.
  const reach = 21;
  const pressable = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"]';
  const found: string[] = [];
  const sized = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 2 * reach && height >= 2 * reach;
  };
  const reached = (owners: Element[], middle: Element) => {
    middle.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = middle.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (across: number, down: number) => {
      const hit = document.elementFromPoint(Math.max(x + across, 0), y + down);
      return hit !== null && owners.some((owner) => owner.contains(hit));
    };
    return isHit(-reach, 0) && isHit(reach, 0) && isHit(0, -reach) && isHit(0, reach);
  };
  for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
    const { width, bottom } = element.getBoundingClientRect();
    const isDisabled = element.matches(':disabled, [aria-disabled="true"]') || element.closest('[inert]') !== null;
    // Above the window, such as the skip link: keyboards alone reach it.
    const isAway = bottom <= 0 && getComputedStyle(element).position === 'fixed';
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    // A press anywhere in a row follows its link.
    const row = element.matches('[data-row-link]') ? [element.closest('[role="row"]') ?? element] : [];
    const owners = [element, ...labels, ...row];
    if (!element.checkVisibility() || isDisabled || isAway || (width <= 1 && labels.length === 0)) continue;
    if (getComputedStyle(element).display === 'inline' || owners.some(sized)) continue;
    const middle = width <= 1 ? labels[0] : element;
    if (middle && !reached(owners, middle)) {
      const { width: wide, height: high } = middle.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? middle.textContent ?? '';
      found.push(
        `${element.tagName.toLowerCase()} "${name.trim().slice(0, 60)}" ${Math.round(wide)}×${Math.round(high)}`,
      );
    }
  }
  return [...new Set(found)];
}

const soft = expect.configure({ soft: true });

/** On a phone, everything that can be pressed is at least 44 px wide and high. `soft`: the test goes on and fails at its end. */
export async function expectTouchable(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), 'the pointer is a finger').toBe(true);
  await soft.poll(() => page.evaluate(smallTargets), `targets of ${name} on a phone`).toEqual([]);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  if (before) await page.setViewportSize(before);
}
