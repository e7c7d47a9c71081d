import type { BrowserContext, Page } from '@playwright/test';

/** What went wrong in the browser of a test, as it happened. */
export type Watch = {
  problems(): string[];
  /** Lets problems pass that a test provokes, e.g. `/status of 403/`. They end with the address that caused them. */
  tolerate(...patterns: RegExp[]): void;
  over(context: BrowserContext): Promise<void>;
};

/** Everything that the console calls an error, errors that nobody caught, and what the content security policy refused. */
/** What React says in development alone, of a script that the theme puts into the page. */
const onlyInDevelopment = /Encountered a script tag while rendering React component/;

export function createWatch({ isDev }: { isDev: boolean }): Watch {
  const seen: string[] = [];
  const tolerated: RegExp[] = isDev ? [onlyInDevelopment] : [];
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
    },
  };
}
