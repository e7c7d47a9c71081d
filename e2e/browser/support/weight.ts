/** How much JavaScript a page may bring, in kB as it is sent, and where the page is below its application. */
export const scriptBudgets = [
  { name: 'payments', path: 'payments', kBMax: 185 },
  { name: 'home', path: '', kBMax: 190 },
] as const;

/** Runs in the page: the compressed bodies of all scripts so far, in bytes. */
export function readScriptBytes(): number {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
