import compile from 'icu-minify/compile';

type CompiledMessage = ReturnType<typeof compile>;

/** A file of texts as people write it: nested keys, each a text in ICU message format. */
export type SourceTexts = { [key: string]: string | SourceTexts };

/** The same with every text parsed, so that no page has to. */
export type Texts = { [key: string]: CompiledMessage | Texts };

/** Parses every text. @throws when one is not well formed */
export function compileTexts(source: SourceTexts): Texts {
  // Through JSON, because client components need plain objects, and the compiler's objects have no prototype.
  return JSON.parse(JSON.stringify(compileLevel(source)));
}

function compileLevel(source: SourceTexts): Texts {
  const entries = Object.entries(source);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileLevel(value)]),
  );
}
