/** Adds one to what is counted under a name. */
export const count = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
