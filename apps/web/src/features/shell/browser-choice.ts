/** A choice that this browser keeps under a key. Without storage there is none. */
export function browserChoice(key: string) {
  const changed = `${key}:changed`;
  return {
    read(): string | null {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(choice: string): void {
      try {
        localStorage.setItem(key, choice);
      } catch {
        return;
      }
      window.dispatchEvent(new Event(changed));
    },
    /** Calls when the choice changes in this tab. */
    watch(onChange: () => void): () => void {
      window.addEventListener(changed, onChange);
      return () => window.removeEventListener(changed, onChange);
    },
  };
}
