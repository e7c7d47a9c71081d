/** A search result that somebody opened in this tab. Its label names no phone in full. */
export type RecentHit = { id: string; label: string; href: string };

const key = 'recent-hits';
const hitsMax = 5;

type Kept = { person: string | undefined; hits: RecentHit[] };

/** Whoever signs in next in this tab sees nothing of it. */
function read(): Kept {
  const { person } = document.documentElement.dataset;
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '') as Kept;
    if (kept.person === person) return kept;
  } catch {
    // Nothing is kept yet, or this browser keeps nothing.
  }
  return { person, hits: [] };
}

/** The results of one application and environment that were opened last, the latest first. `path` begins their addresses. */
export function recentHits(path: string): RecentHit[] {
  return read().hits.filter(({ href }) => href.startsWith(`${path}/`));
}

export function rememberHit(hit: RecentHit): void {
  const { person, hits } = read();
  const path = hit.href
    .split('/')
    .slice(0, 'a/application/environment'.split('/').length + 1)
    .join('/');
  const same = hits.filter((other) => other.id !== hit.id && other.href.startsWith(`${path}/`));
  const others = hits.filter(({ href }) => !href.startsWith(`${path}/`));
  try {
    const kept: Kept = { person, hits: [hit, ...same.slice(0, hitsMax - 1), ...others.slice(0, hitsMax)] };
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Then nothing is remembered.
  }
}
