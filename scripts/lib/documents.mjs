// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, workspacesIn } from './workspaces.mjs';

// Checks that documents say what is true of the sources.

/** @typedef {import('./checks.mjs').Check} Check */

const documents = /\.md$/;
const cited = /`([\w@.][\w@./[\]-]*)`|\]\(([^)#\s:]+)(?:#[^)]*)?\)/g;
/** What a build makes is not in the repository. */
const built = /\/(dist|\.next)(\/|$)/;
const rooted = /^(packages|apps|inngest|scripts|docs|e2e|bench|torture|ops|examples|\.ci|\.github)\//;

/**
 * Paths that a document cites: links, and code that starts with a folder of ours.
 * @param {string} text
 * @returns {{ path: string, isLink: boolean }[]}
 */
export function citedPaths(text) {
  /** @type {{ path: string, isLink: boolean }[]} */
  const paths = [];
  for (const [, code, link] of text.matchAll(cited)) {
    if (link) paths.push({ path: link, isLink: true });
    else if (code && rooted.test(code) && !built.test(code)) paths.push({ path: code, isLink: false });
  }
  return paths;
}

/** @type {Check} */
export const documentReferences = {
  name: 'paths that documents cite exist',
  async run(repository) {
    return filesBelow(repository, documents).flatMap((document) => {
      const text = readFileSync(join(repository, document), 'utf8');
      return citedPaths(text)
        .filter(({ path, isLink }) => {
          const candidates = isLink ? [join(dirname(document), path)] : [path, join(dirname(document), path)];
          return !candidates.some((candidate) => existsSync(join(repository, candidate)));
        })
        .map(({ path }) => `${document} cites ${path}, which does not exist.`);
    });
  },
};

const mapStart = '## Where is …?';
const headOfTable = ['Question', '---'];
const rowOfTable = /^\| (.*) \| (.*) \|$/gm;
/** A part of a path that stands for many names, such as `<room>`. */
const placeholder = /<[\w-]+>/g;
const pathsOfRowMax = 2;

/**
 * Paths that a cell of the map names, from the root of the repository. They may have placeholders.
 * @param {string} cell
 * @param {(path: string) => boolean} exists
 */
function pathsIn(cell, exists) {
  const links = [...cell.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
  const code = [...cell.matchAll(/`([\w@.<>/[\]-]+)`/g)].map(([, words = '']) => words);
  return [...links, ...code.filter((words) => words.includes('/') || exists(words))];
}

/**
 * What is wrong with the map of the code: each row has one question, and one place or two.
 * @param {string} text the document
 * @param {string[]} files all files of the repository
 */
export function mapProblems(text, files) {
  const exists = (/** @type {string} */ path) => {
    const pattern = path.replaceAll(/[.[\]]/g, '\\$&').replaceAll(placeholder, '[^/]+');
    const wanted = new RegExp(`^${pattern}(/|$)`);
    return files.some((file) => wanted.test(file));
  };
  const [, section] = text.split(`\n${mapStart}\n`);
  if (section === undefined) return [`has no section "${mapStart}"`];
  const [map = ''] = section.split(/^## /m);
  return [...map.matchAll(rowOfTable)].flatMap(([, question = '', place = '']) => {
    if (headOfTable.includes(question)) return [];
    const paths = pathsIn(place, exists);
    return [
      ...(question.includes(';') ? [`asks more than one question in "${question}"`] : []),
      ...(paths.length === 0 ? [`names no place for "${question}"`] : []),
      ...(paths.length > pathsOfRowMax ? [`names ${paths.length} places for "${question}"`] : []),
      ...paths.filter((path) => !exists(path)).map((path) => `names ${path}, which does not exist`),
    ];
  });
}

/** @type {Check} */
export const mapOfTheCode = {
  name: 'the map of the code has one question for each row, and places that exist',
  async run(repository) {
    const text = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
    return mapProblems(text, filesBelow(repository, /./)).map((problem) => `ARCHITECTURE.md ${problem}.`);
  },
};

const fenced = /^```.*?^```/gms;
/** In code: a sentence, perhaps over two lines, or a name in camel case. */
const quoted = /`((?:A|[A-Z][a-z]+)(?:\s+[A-Za-z.,:;'-]+){2,}|[a-z]+[A-Z]\w*)(?:\(\))?`/g;

/**
 * What a document quotes of our sources, outside of examples: messages and names.
 * @param {string} text
 */
export function quotationsIn(text) {
  return [...text.replaceAll(fenced, '').matchAll(quoted)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

/**
 * People search logs for the messages that documents quote, and alert on them. They search the sources for the names.
 * @type {Check}
 */
export const quotations = {
  name: 'messages and names that documents quote stand in the sources',
  async run(repository) {
    const sources = [...workspacesIn(repository), 'ops', 'scripts']
      .filter((folder) => existsSync(join(repository, folder)))
      .flatMap((workspace) =>
        filesBelow(join(repository, workspace), /(?<!\.test)\.(ts|tsx|mjs)$/).map((file) =>
          join(repository, workspace, file),
        ),
      )
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    return filesBelow(repository, documents).flatMap((document) =>
      quotationsIn(readFileSync(join(repository, document), 'utf8'))
        .filter((words) => !sources.includes(words))
        .map((words) => `${document} quotes "${words}", which no source says.`),
    );
  },
};
