/** The themes that a person can choose. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
/** Fired when the choice changes in this tab; other tabs get the event of the storage. */
const chosenEvent = 'tillgate:theme';

/**
 * Shows the theme that this browser keeps under `key`. It is inlined into a script as text, so it must not use anything
 * from outside.
 */
function showTheme(key: string): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {}
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
}

/** Shows the chosen theme before anything is drawn. An inline script: what waits for the rest of the code would flash. */
export const themeScript = `(${showTheme})('${storageKey}')`;

/**
 * Shows the theme now, and again when the choice or the system changes; answers what stops it. A page that React draws by itself,
 * such as a refused one, never ran the inline script. While a theme changes, nothing else moves.
 */
export function followTheme(): () => void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const change = () => {
    root.classList.add('is-changing-theme');
    showTheme(storageKey);
    requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('is-changing-theme')));
  };
  showTheme(storageKey);
  const stop = watchTheme(change);
  system.addEventListener('change', change);
  return () => {
    stop();
    system.removeEventListener('change', change);
  };
}

/** Keeps a choice for this browser and shows it. Without storage it stays with the system's theme. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    return;
  }
  window.dispatchEvent(new Event(chosenEvent));
}

/** The choice of this browser. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Calls when the choice changes, here or in another tab. */
export function watchTheme(changed: () => void): () => void {
  window.addEventListener(chosenEvent, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(chosenEvent, changed);
    window.removeEventListener('storage', changed);
  };
}
