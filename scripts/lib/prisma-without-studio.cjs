// Prisma's command line loads its studio, its development server and their drivers at every start, whatever it is asked.
// Tillgate uses none of them: package.json puts an empty package in their place, which stands in for all their modules.

/** @typedef {(name: string, ...rest: unknown[]) => string} Resolve what `require` looks a name up with */
const loader = /** @type {{ _resolveFilename: Resolve }} */ (/** @type {unknown} */ (require('node:module')));

const resolve = loader._resolveFilename;
const absent = /^(@prisma\/dev|@prisma\/studio-core|mysql2|postgres)(\/|$)/;
loader._resolveFilename = (name, ...rest) => resolve(absent.test(name) ? '@prisma/dev' : name, ...rest);
