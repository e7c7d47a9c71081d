// @ts-check
// `npm run -s demo`: the sign-ins and the sandbox key of the demo merchant, which `npm start` prints only once.
// `npm run -s demo -- --key` prints the key alone.
import { people } from './lib/banner.mjs';
import { readDemo } from './lib/demo.mjs';
import { ensureDataDir, loadDotEnv } from './lib/paths.mjs';
import { Problem, report } from './lib/problem.mjs';

try {
  loadDotEnv();
  const demo = await readDemo(await ensureDataDir(process.env));
  if (!demo?.key) throw new Problem('There is no demo merchant: npm start makes it on the first start.');
  const isKeyAlone = process.argv.includes('--key');
  console.log(isKeyAlone ? demo.key : [`Sandbox key: ${demo.key}`, '', ...people(demo)].join('\n').trimEnd());
} catch (error) {
  report(error);
  process.exitCode = 1;
}
