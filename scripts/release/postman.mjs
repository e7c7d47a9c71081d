// @ts-check
// A collection of requests that people can send by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../lib/problem.mjs';
import { runCaptured } from '../lib/run.mjs';

const converter = 'openapi-to-postmanv2@6.3.3';

/** @param {any} schema */
const exampleOf = ({ examples, enum: values, default: value }) => examples?.[0] ?? value ?? values?.[0] ?? '';

/** What a body must have, with values that the sandbox takes. @param {any} operation */
function exampleBody({ requestBody }) {
  const { schema } = requestBody.content['application/json'];
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member)]));
}

/** Each request of a collection. @param {any} item @returns {any[]} */
const requestsIn = (item) => (item.item ? item.item.flatMap(requestsIn) : [item]);

/**
 * Puts values that work in place of those that the converter makes up from patterns.
 * @param {any} request of the collection
 * @param {any} operation of the document
 */
function giveExamples(request, operation) {
  // The collection has the key for all of them.
  delete request.auth;
  if (operation.requestBody) request.body.raw = JSON.stringify(exampleBody(operation), null, 2);
  for (const header of request.header ?? []) if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
  for (const query of request.url.query ?? []) Object.assign(query, { value: '', disabled: true });
  for (const variable of request.url.variable ?? []) variable.value = '';
}

/**
 * Writes a collection for Postman, which Bruno, Insomnia and others import too.
 * @param {any} document of documentForGenerators
 * @param {string} directory has the document as openapi.json
 * @returns {Promise<{ file: string, requests: number }>}
 */
export async function generatePostman(document, directory) {
  const file = join(directory, 'tillgate.postman_collection.json');
  const args = [
    '--yes',
    `--package=${converter}`,
    'openapi2postmanv2',
    '-s',
    join(directory, 'openapi.json'),
    '-o',
    file,
  ];
  const { code, stdout, stderr } = await runCaptured('npx', [...args, '-O', 'folderStrategy=Tags']);
  if (code !== 0) throw new Problem(`The Postman collection could not be made:\n${stdout}${stderr}`);

  const collection = JSON.parse(readFileSync(file, 'utf8'));
  const requests = requestsIn(collection);
  for (const each of requests) {
    each.response = [];
    const path = `/${each.request.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
    const operation = document.paths[path]?.[each.request.method.toLowerCase()];
    if (!operation) throw new Problem(`The collection calls ${path}, which the document does not have.`);
    giveExamples(each.request, operation);
  }
  const operations = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  if (requests.length !== operations)
    throw new Problem(`The Postman collection has ${requests.length} of ${operations} requests.`);
  collection.auth = { type: 'bearer', bearer: [{ type: 'string', key: 'token', value: '{{apiKey}}' }] };
  collection.variable.push({ key: 'apiKey', value: '' });
  writeFileSync(file, `${JSON.stringify(collection, null, 2)}\n`);
  return { file, requests: requests.length };
}
