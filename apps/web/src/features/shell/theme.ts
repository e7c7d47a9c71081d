/** What a person chooses, and what the system chooses for them. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
/** Said to the script when the choice changes in this tab; other tabs hear of the storage. */
const chosenEvent = 'tillgate:theme';

/**
 * Shows the chosen theme before anything is drawn, and again when the choice or the system changes. An inline script
 * of the page: what waits for the rest of the code would flash. While a theme changes, nothing else moves.
 */
export const themeScript = `(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const show = () => {
    let chosen;
    try { chosen = localStorage.getItem('${storageKey}'); } catch {}
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    root.classList.toggle('dark', isDark);
    root.classList.toggle('light', !isDark);
  };
  const change = () => {
    root.classList.add('is-changing-theme');
    show();
    requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('is-changing-theme')));
  };
  show();
  system.addEventListener('change', change);
  addEventListener('storage', change);
  addEventListener('${chosenEvent}', change);
})()`;

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
