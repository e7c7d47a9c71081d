import { type Browser, chromium } from '@playwright/test';
import { signIn } from '../e2e/browser/support/sign-in.ts';
import type { StackFacts } from '../e2e/browser/support/stack.mjs';
import { readScriptBytes, scriptBudgets } from '../e2e/browser/support/weight.ts';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { type Line, median } from './figures.ts';
import { startDemoStack } from './stack.ts';

/** The mobile profile of Lighthouse: a phone of the middle class on slow 4G. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  cpuSlowdown: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  },
};
const lcpMsMax = 1_500;
/** Nothing more comes on its own after so long without a request. */
const quiet = 'networkidle';

type Budget = (typeof scriptBudgets)[number];
type Visit = { scriptBytes: number; firstPaintMs: number; lcpMs: number; element: string };

/**
 * First-load JavaScript, and the largest paint on a slow phone, of built pages in a real browser with an empty cache.
 * JavaScript: the compressed bodies of all scripts that come before anybody touches the page, late ones too.
 */
export async function measureBrowser(rounds: number): Promise<Line[]> {
  const { executablePath, args, env } = await findChromium();
  const { facts, stop } = await startDemoStack();
  const browser = await chromium.launch({ executablePath, args, env });
  const lines: Line[] = [];
  try {
    for (const budget of scriptBudgets) {
      await visit(browser, facts, budget);
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, facts, budget));
      const of = (what: 'scriptBytes' | 'firstPaintMs' | 'lcpMs') =>
        Math.round(median(visits.map((made) => made[what])));
      const kB = of('scriptBytes') / 1000;
      lines.push(
        {
          path: `${budget.name}: first-load JavaScript`,
          figure: `${kB.toFixed(1)} kB`,
          goal: { value: kB, max: budget.kBMax, unit: 'kB' },
        },
        {
          path: `${budget.name}: largest paint on a phone`,
          figure: `${of('lcpMs')} ms (first paint ${of('firstPaintMs')} ms; ${visits[0]?.element})`,
          goal: { value: of('lcpMs'), max: lcpMsMax, unit: 'ms' },
        },
      );
    }
  } finally {
    await browser.close();
    await stop();
  }
  return lines;
}

/** Opens the page once, in a profile that has never been there. */
async function visit(browser: Browser, { demo, webUrl }: StackFacts, { path }: Budget): Promise<Visit> {
  const [owner] = demo?.people ?? [];
  if (!demo?.password || !owner) throw new Error('The demo merchant has nobody who may sign in.');
  const { cpuSlowdown, network, ...device } = phone;
  const context = await browser.newContext({
    ...device,
    baseURL: webUrl,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
  });
  try {
    const page = await context.newPage();
    await signIn(page, { email: owner.email, password: demo.password });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(watchPaints);
    await page.goto(`/a/${demo.applicationId}/sandbox${path && `/${path}`}`, { waitUntil: quiet });
    return { scriptBytes: await page.evaluate(readScriptBytes), ...(await page.evaluate(readPaints)) };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before all else. */
function watchPaints(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, element } = entry as PerformanceEntry & { element?: Element };
      const said = element?.textContent?.trim().slice(0, 40) ?? '';
      Object.assign(globalThis, {
        largestPaint: { ms: startTime, element: `${element?.tagName.toLowerCase()} "${said}"` },
      });
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Runs in the page, at the end. */
function readPaints(): Omit<Visit, 'scriptBytes'> {
  const { largestPaint } = globalThis as unknown as { largestPaint?: { ms: number; element: string } };
  return {
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    lcpMs: largestPaint?.ms ?? Number.NaN,
    element: largestPaint?.element ?? 'nothing',
  };
}
