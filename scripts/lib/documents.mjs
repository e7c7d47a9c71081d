// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, workspacesIn } from './workspaces.mjs';

// Checks that documents say what is true of the sources.

/** @typedef {import('./checks.mjs').Check} Check */

const documents = /\.md$/;
const cited = /`([\w@.][\w@./[\]-]*)`|\]\(([^)#\s:]+)(?:#[^)]*)?\)/g;
const rooted = /^(packages|apps|inngest|scripts|docs|e2e|bench|torture|\.ci|\.github)\//;

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
    else if (code && rooted.test(code)) paths.push({ path: code, isLink: false });
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

const fenced = /^```.*?^```/gms;
/** A sentence in code, perhaps over two lines. */
const sentence = /`((?:A|[A-Z][a-z]+)(?:\s+[A-Za-z.,:;'-]+){2,})`/g;

/**
 * Messages that a document quotes: sentences in code, outside of examples.
 * @param {string} text
 */
export function messagesIn(text) {
  return [...text.replaceAll(fenced, '').matchAll(sentence)].map(([, message = '']) => message.replaceAll(/\s+/g, ' '));
}

/**
 * People search logs for the messages that documents quote, and alert on them.
 * @type {Check}
 */
export const quotedMessages = {
  name: 'messages that documents quote stand in the sources',
  async run(repository) {
    const sources = workspacesIn(repository)
      .flatMap((workspace) =>
        filesBelow(join(repository, workspace), /(?<!\.test)\.(ts|tsx|mjs)$/).map((file) =>
          join(repository, workspace, file),
        ),
      )
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    return filesBelow(repository, documents).flatMap((document) =>
      messagesIn(readFileSync(join(repository, document), 'utf8'))
        .filter((message) => !sources.includes(message))
        .map((message) => `${document} quotes "${message}", which no source says.`),
    );
  },
};
