const dialogs = '[role=dialog], [role=alertdialog]';
const inForm = `form, ${dialogs}`;

/** Fields of forms and dialogs that the person has typed in. */
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Begins to track typing in this browser tab. Called once. */
export function noticeTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // A search text is quickly typed again, so it does not keep the page.
    if (isField && target.type !== 'search' && target.closest(inForm)) typedIn.add(target);
  });
}

/** Whether leaving this page would lose something that was typed in a form. */
export function holdsTyping(): boolean {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field);
  return [...typedIn].some(({ value }) => value !== '');
}

/** Whether leaving this page would lose typed text, or a dialog that may show a secret once. */
export function holdsWork(): boolean {
  return holdsTyping() || document.querySelector(dialogs) !== null;
}
