import type { BrowserContext, Page } from '@playwright/test';
import { twMerge } from 'tailwind-merge';

/** What went wrong in the browser of a test, as it happened. */
export type Watch = {
  problems(): string[];
  /** Lets problems pass that a test provokes, e.g. `/status of 403/`. They end with the address that caused them. */
  tolerate(...patterns: RegExp[]): void;
  over(context: BrowserContext): Promise<void>;
};

/**
 * Everything that the console calls an error, errors that nobody caught, what the content security policy refused,
 * and classes of which one undoes another.
 */
export function createWatch(): Watch {
  const seen: string[] = [];
  const tolerated: RegExp[] = [];
  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') seen.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => seen.push(`page: ${error.stack ?? error.message}`));
  };
  return {
    problems: () => seen.filter((problem) => !tolerated.some((pattern) => pattern.test(problem))),
    tolerate(...patterns) {
      tolerated.push(...patterns);
    },
    async over(context) {
      context.on('page', listen);
      for (const page of context.pages()) listen(page);
      await context.exposeFunction('tillgateSaysRefused', (what: string) => seen.push(`policy: ${what}`));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          const { tillgateSaysRefused } = window as unknown as { tillgateSaysRefused: (what: string) => void };
          tillgateSaysRefused(`${violatedDirective} refused ${blockedURI} on ${location.pathname}`);
        });
      });
      await context.exposeFunction('tillgateSaysClasses', (all: string[]) => {
        for (const classes of all) {
          const undone = undoneOf(classes);
          if (undone.length > 0) seen.push(`classes: ${undone.join(' ')} undone in "${classes}"`);
        }
      });
      await context.addInitScript(watchClasses);
    },
  };
}

/** What was found of classes before: every page has most of them. */
const judged = new Map<string, string[]>();

/** Classes that another of the same element undoes. The order of the style sheet decides between them. */
function undoneOf(classes: string): string[] {
  const known = judged.get(classes);
  if (known) return known;
  const kept = new Set(twMerge(classes).split(' '));
  const undone = [...new Set(classes.split(/\s+/))].filter((name) => name !== '' && !kept.has(name));
  judged.set(classes, undone);
  return undone;
}

/** Runs in the page, before all else: says the classes of every element once, those of one change together. */
function watchClasses(): void {
  const { tillgateSaysClasses } = window as unknown as { tillgateSaysClasses: (all: string[]) => void };
  const said = new Set<string>();
  new MutationObserver((changes) => {
    const fresh: string[] = [];
    const look = (element: Element) => {
      const classes = element.getAttribute('class');
      if (!classes || said.has(classes)) return;
      said.add(classes);
      fresh.push(classes);
    };
    for (const { target, addedNodes, type } of changes) {
      if (type === 'attributes') look(target as Element);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        look(node);
        for (const inner of node.querySelectorAll('[class]')) look(inner);
      }
    }
    if (fresh.length > 0) tillgateSaysClasses(fresh);
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}
