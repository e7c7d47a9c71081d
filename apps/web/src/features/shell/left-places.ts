/** How each list of this tab was left: its path, and the filters and the place in its address. */
const key = 'left-places';
const placesMax = 50;

type Left = { person: string | undefined; places: [path: string, search: string][] };

/** Another person who signs in in this tab does not see earlier searches. */
function read(): Left {
  const { person } = document.documentElement.dataset;
  try {
    const left = JSON.parse(sessionStorage.getItem(key) ?? '') as Left;
    if (left.person === person) return left;
  } catch {
    // Nothing is kept yet, or this browser keeps nothing.
  }
  return { person, places: [] };
}

/** Remembers the address of a page as it is shown. */
export function rememberPlace(path: string, search: string): void {
  const { person, places } = read();
  const others = places.filter(([other]) => other !== path);
  const next = search === '' ? others : [...others, [path, search] as const].slice(-placesMax);
  try {
    sessionStorage.setItem(key, JSON.stringify({ person, places: next }));
  } catch {
    // Then the way back leads to the whole list.
  }
}

/** The address at which a page was left in this tab. It must contain the parameters of the given address, such as a tab. */
export function asLeft(href: string): string {
  const [path = '', asked = ''] = href.split('?');
  const search = read().places.find(([left]) => left === path)?.[1];
  if (search === undefined) return href;
  const left = new URLSearchParams(search);
  const fits = [...new URLSearchParams(asked)].every(([name, value]) => left.get(name) === value);
  return fits ? `${path}?${search}` : href;
}
