// @ts-check
// Pictures of every page of a running dashboard, to look at:
//   node scripts/release/screenshots.mjs <url> <directory> --email <address> --password <password>
//     [--pages payments,payouts] [--widths 1440,390] [--themes light,dark] [--language en] [--environment sandbox]
// The pictures of the README, of the running demo: npm run pictures
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../lib/chromium.mjs';
import { readDemo } from '../lib/demo.mjs';
import { defaultPorts } from '../lib/environment.mjs';
import { personPages, publicPages, tenantPages } from '../lib/pages.mjs';
import { ensureDataDir, loadDotEnv } from '../lib/paths.mjs';
import { readPorts } from '../lib/ports.mjs';
import { Problem, report } from '../lib/problem.mjs';

const settleMs = 20_000;
const heightOf = (/** @type {number} */ width) => (width < 600 ? 844 : 900);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    pages: { type: 'string', default: '' },
    widths: { type: 'string', default: '1440,390' },
    themes: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'en' },
    environment: { type: 'string', default: 'sandbox' },
    readme: { type: 'boolean', default: false },
  },
});
/** The pages of the README, as wide as a laptop and no higher. */
const readmePages = 'home,payments,display';
const readmeHeight = 800;
/** The page of a payment link, as it is on a phone. */
const payWidth = 390;
/** The link of the README's text. @type {string | undefined} */
let payUrl;

/** What `--readme` stands for: the demo of this data directory. @returns {Promise<[string, string]>} */
async function readmeOptions() {
  loadDotEnv();
  const dataDir = await ensureDataDir(process.env);
  const demo = await readDemo(dataDir);
  if (!demo?.password) throw new Problem('There is no demo merchant: npm start makes it on the first start.');
  const email = demo.people?.find(({ role }) => role === 'owner')?.email;
  Object.assign(values, { email, password: demo.password, pages: readmePages, widths: '1280' });
  const { WEB_PORT = defaultPorts.WEB_PORT, API_PORT = defaultPorts.API_PORT } = await readPorts(dataDir);
  payUrl = await makeLink(`http://localhost:${API_PORT}`, demo.key);
  return [`http://localhost:${WEB_PORT}`, 'docs/images'];
}

/** @param {string} apiUrl @param {string} key @returns {Promise<string>} the address of its page */
async function makeLink(apiUrl, key) {
  const response = await fetch(`${apiUrl}/functions/v1/payment-links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Two enamel mugs', amount: 50 }),
  });
  if (!response.ok) throw new Problem(`No payment link could be made: ${await response.text()}`);
  return (await response.json()).url;
}

/** @param {unknown} error @returns {never} */
const stop = (error) => {
  report(error);
  process.exit(1);
};
const [baseURL = '', directory = ''] = values.readme ? await readmeOptions().catch(stop) : positionals;
const listOf = (/** @type {string} */ text) => text.split(',').filter((item) => item !== '');
const wanted = listOf(values.pages);

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} email
 * @param {string} password
 */
async function signIn(context, email, password) {
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json();
  await context.request.post('/api/auth/callback/credentials', { form: { csrfToken, email, password, json: 'true' } });
  const session = await (await context.request.get('/api/auth/session')).json();
  if (!session?.user) throw new Problem(`${email} could not sign in.`);
}

/**
 * Opens a page and waits until its data is there.
 * @param {import('@playwright/test').Page} page
 * @param {string} url
 * @param {RegExp[]} [follow]
 * @returns {Promise<boolean>} whether there was a page to open
 */
async function open(page, url, follow = []) {
  await page.goto(url);
  await page.waitForLoadState('networkidle', { timeout: settleMs }).catch(() => {});
  const [wantedLink, ...more] = follow;
  if (!wantedLink) return true;
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const next = links.find((href) => wantedLink.test(href));
  return next !== undefined && open(page, next, more);
}

/** @param {import('@playwright/test').Browser} browser @param {string} theme @param {string} url */
async function shootPay(browser, theme, url) {
  const context = await browser.newContext({
    viewport: { width: payWidth, height: 400 },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    timezoneId: 'Africa/Nairobi',
    locale: 'en-KE',
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(url);
  const file = join(directory, `pay-${theme}.png`);
  await page.screenshot({ path: file, fullPage: true });
  console.log(file);
  await context.close();
}

/** @param {import('@playwright/test').Browser} browser @param {string} theme @param {number} width */
async function shoot(browser, theme, width) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: values.readme ? readmeHeight : heightOf(width) },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    timezoneId: 'Africa/Nairobi',
    locale: 'en-KE',
    // Controls are larger under a finger.
    hasTouch: width < 600,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    `location.protocol === 'about:' || localStorage.setItem('theme', ${JSON.stringify(theme)})`,
  );
  await context.addCookies([{ name: 'tillgate-locale', value: values.language, url: baseURL }]);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${page.url()}: ${message.text()}`);
  });
  const take = async (/** @type {import('../lib/pages.mjs').Page} */ { name, follow }, /** @type {string} */ url) => {
    if (wanted.length > 0 && !wanted.includes(name)) return;
    try {
      if (!(await open(page, url, follow))) return console.error(`${name}: nothing to follow`);
      const file = join(directory, values.readme ? `${name}-${theme}.png` : `${name}-${width}-${theme}.png`);
      // `fullPage` shows the controls of a mouse, so the window grows to the page.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (!values.readme) await page.setViewportSize({ width, height });
      await page.screenshot({ path: file });
      if (!values.readme) await page.setViewportSize({ width, height: heightOf(width) });
      console.log(file);
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  };
  for (const each of publicPages) await take(each, each.path);
  if (values.email && values.password) {
    await signIn(context, values.email, values.password);
    await page.goto('/');
    const application = /\/a\/([^/]+)\//.exec(page.url())?.[1];
    for (const each of personPages) await take(each, each.path);
    for (const each of application ? tenantPages : []) {
      await take(each, `/a/${application}/${values.environment}/${each.path}`);
    }
  }
  await context.close();
}

try {
  if (!baseURL || !directory)
    throw new Problem('usage: node scripts/release/screenshots.mjs <url> <directory> [--email … --password …]');
  const { chromium } = await import('@playwright/test');
  await mkdir(directory, { recursive: true });
  const browser = await chromium.launch(await findChromium());
  for (const theme of listOf(values.themes)) {
    for (const width of listOf(values.widths)) await shoot(browser, theme, Number(width));
    if (payUrl) await shootPay(browser, theme, payUrl);
  }
  await browser.close();
} catch (error) {
  report(error);
}
