import { readFile } from 'node:fs/promises';

const page = new URL('../../docs/distributed.md', import.meta.url);

/** The block of docs/distributed.md that has this name after its language. */
export async function blockOf(name: string): Promise<string> {
  const text = await readFile(page, 'utf8');
  const [, block] =
    new RegExp(`^ *\`\`\`\\w+ ${name.replace('.', '\\.')}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(text) ?? [];
  if (!block) throw new Error(`docs/distributed.md has no block ${name}`);
  return block;
}

/** What stands below a heading of docs/distributed.md. */
export async function partBelow(heading: string): Promise<string> {
  const [, part = ''] = (await readFile(page, 'utf8')).split(`\n### ${heading}\n`);
  return part.split(/\n##+ /)[0] ?? '';
}

/** The blocks without a name below a heading, in their order. */
export async function blocksBelow(heading: string): Promise<string[]> {
  return [...(await partBelow(heading)).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

/**
 * The variables of an env file of docs/distributed.md, with values of this machine.
 * @param values a value by name; undefined leaves the variable out
 * @throws Error when the page has a secret for which there is no value
 */
export async function envOf(
  name: string,
  values: Record<string, string | undefined>,
  databaseUrlOf: (user: string) => string,
): Promise<Record<string, string>> {
  const lines = (await blockOf(name)).trim().split('\n');
  const entries = lines.flatMap((line) => {
    const [, variable = '', text = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (variable in values) {
      const value = values[variable];
      return value === undefined ? [] : [[variable, value] as const];
    }
    const user = /^postgresql:\/\/(\w+):…@db\.internal\/tillgate$/.exec(text)?.[1];
    if (user) return [[variable, databaseUrlOf(user)] as const];
    if (variable === '' || text.includes('…')) throw new Error(`The walk has no value for ${line} of ${name}.`);
    return [[variable, text.replace(/^'(.*)'$/, '$1')] as const];
  });
  return Object.fromEntries(entries);
}
