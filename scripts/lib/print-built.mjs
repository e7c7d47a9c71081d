// @ts-check
// Loads files and prints the regular expressions that they build meanwhile: `node --import tsx print-built.mjs FILE …`.
import { pathToFileURL } from 'node:url';

/** @type {{ source: string, flags: string }[]} */
const built = [];
const { RegExp: original } = globalThis;
globalThis.RegExp = new Proxy(original, {
  construct(target, [source, flags]) {
    const made = new target(source, flags);
    built.push({ source: made.source, flags: made.flags });
    return made;
  },
});
for (const file of process.argv.slice(2)) {
  const before = built.length;
  await import(pathToFileURL(file).href);
  process.stdout.write(`${JSON.stringify({ file, built: built.slice(before) })}\n`);
}
