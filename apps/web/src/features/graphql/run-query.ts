/** What the reporting API answers. */
export type Answer = {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
  extensions?: { cost?: Cost };
};

export type Cost = { requested: number; max: number };

export type Asked = {
  query: string;
  /** As text, JSON. */
  variables: string;
};

/** The variables of a query as an object; undefined when the text is not one. */
export function readVariables(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Queries the reporting API with the session of the person. With `costOnly`, it returns the cost and reads nothing.
 * @throws when the dashboard cannot be reached, or answers something else
 */
export async function runQuery(
  { query, variables }: { query: string; variables: Record<string, unknown> },
  { costOnly = false, signal }: { costOnly?: boolean; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, ...(costOnly && { extensions: { costOnly } }) }),
    ...(signal && { signal }),
  });
  return (await response.json()) as Answer;
}
