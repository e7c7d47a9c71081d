// @ts-check
// `npm run runtimes` fetches Node.js 24, Bun, Deno and workerd from the npm registry, so that e2e/sdk-runtimes.test.ts
// runs the SDK in each. About 550 MB below .data/runtimes, which may be removed at any time.
import { report } from '../lib/problem.mjs';
import { fetchRuntime, findRuntime, runtimes } from '../lib/runtimes.mjs';

for (const name of Object.keys(runtimes)) {
  try {
    console.log(`${name.padEnd(8)} ${findRuntime(name) ?? (await fetchRuntime(name))}`);
  } catch (error) {
    report(error);
  }
}
