/** The largest page of the provider's lists. */
const pageRows = 5_000;

/**
 * A whole list of the simulated provider, newest first, however many pages it has.
 * @throws Error when a page is refused: a judge without all evidence is worthless
 */
export async function readProviderList<Row>(url: string, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page = new URL(path, url);
    page.searchParams.set('limit', String(pageRows));
    if (before !== '') page.searchParams.set('before', before);
    const response = await fetch(page);
    const body = (await response.json()) as { next: string | null } & Record<string, unknown>;
    if (!response.ok) throw new Error(`the provider has no ${name}: ${response.status}`);
    rows.push(...(body[name] as Row[]));
    before = body.next;
  }
  return rows;
}
