// @ts-check
// `npm run -w @tillgate/sdk types` writes the types of the SDK from the OpenAPI document; with `-- --check` it fails when
// they are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';

const file = 'packages/sdk/src/generated/openapi.ts';
/** It needs TypeScript 5, so it is installed below the SDK only. @type {any} */
const {
  default: readDocument,
  astToString,
  UNKNOWN,
} = createRequire(join(root, 'packages/sdk/package.json'))('openapi-typescript');
const nodes = await readDocument(pathToFileURL(join(root, 'apps/public-api/openapi.json')), {
  // A member with a default may be left out of a request.
  defaultNonNullable: false,
  // TypeScript has no word for a member of an interface that contains itself.
  transform: (/** @type {unknown} */ _schema, /** @type {{ path?: string }} */ { path }) =>
    path === '#/components/schemas/MetadataValue' ? UNKNOWN : undefined,
  silent: true,
});
const text = `// From apps/public-api/openapi.json by scripts/sdk-types.mjs.\n\n${astToString(nodes)}`;
if (!process.argv.includes('--check')) {
  writeFileSync(join(root, file), text);
} else if (!existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text) {
  console.error(`${file} is out of date: npm run -w @tillgate/sdk types`);
  process.exitCode = 1;
}
