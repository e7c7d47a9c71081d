// @ts-check
// `npm run clients` makes clients in Python, Go, Java and PHP and a Postman collection from the OpenAPI document, below
// .data/clients, and compiles each client whose language is installed. `-- python go` makes only those.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { Problem, report } from '../lib/problem.mjs';
import {
  compileClient,
  documentForGenerators,
  fetchGenerator,
  generateClient,
  isInstalled,
  languages,
} from './client-generator.mjs';
import { generatePostman } from './postman.mjs';

const directory = join(root, '.data/clients');
const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ name) => wanted.length === 0 || wanted.includes(name);
const say = (/** @type {string} */ name, /** @type {string} */ text) => console.log(`${name.padEnd(8)} ${text}`);

/** @param {string} document */
async function makeClients(document) {
  const chosen = languages.filter(({ name }) => isWanted(name));
  if (chosen.length === 0) return;
  const missing = [];
  for (const program of ['java', 'mvn']) if (!(await isInstalled(program))) missing.push(program);
  if (missing.length > 0) {
    for (const { name } of chosen) say(name, `SKIPPED: the generator needs ${missing.join(' and ')}`);
    return;
  }
  const jar = await fetchGenerator(join(root, '.data/generators'));
  for (const language of chosen) {
    const { name, needs } = language;
    const client = join(directory, name);
    rmSync(client, { recursive: true, force: true });
    try {
      await generateClient(language, { jar, document, directory: client });
      const absent = [];
      for (const program of needs) if (!(await isInstalled(program))) absent.push(program);
      if (absent.length > 0) say(name, `made, SKIPPED compiling it: ${absent.join(' and ')} not installed`);
      else {
        await compileClient(language, client);
        // e2e/clients.test.ts calls a running product with it.
        writeFileSync(join(client, 'compiled'), '');
        say(name, `made and compiled in ${client.replace(`${root}/`, '')}`);
      }
    } catch (error) {
      report(error);
    }
  }
}

try {
  const known = [...languages.map(({ name }) => name), 'postman'];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Problem(`There is no client for ${unknown.join(', ')}: ${known.join(', ')}.`);
  mkdirSync(directory, { recursive: true });
  const document = documentForGenerators(root);
  const file = join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(document, null, 2));
  await makeClients(file);
  if (isWanted('postman')) {
    const { file: collection, requests } = await generatePostman(document, directory);
    say('postman', `${requests} requests in ${collection.replace(`${root}/`, '')}`);
  }
} catch (error) {
  report(error);
}
