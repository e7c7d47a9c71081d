// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { UiProvider } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

function FromButton({ autoFocus }: { autoFocus?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <UiProvider labels={{ close: 'Funga' }}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="New endpoint" description="Where events are posted." onClose={() => setOpen(false)}>
          <Field label="URL">
            <Input autoFocus={autoFocus} />
          </Field>
        </Dialog>
      )}
    </UiProvider>
  );
}

async function opened(props: { autoFocus?: boolean } = {}) {
  const user = userEvent.setup();
  render(<FromButton {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}

function FromMenu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>More</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setOpen(true)}>Revoke</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isOpen && (
        <Dialog title="Revoke" onClose={() => setOpen(false)}>
          <Input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

describe('Dialog', () => {
  it('has name and description, and the focus in its first field', async () => {
    await opened();
    const dialog = screen.getByRole('dialog', { name: 'New endpoint' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Where events are posted.',
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL' }));
  });

  it('closes by its button, in the words of the app, and gives the focus back', async () => {
    const user = await opened();
    await user.click(screen.getByRole('button', { name: 'Funga' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });

  it.each([false, true])('gives the focus back when Escape closes it (autoFocus: %s)', async (autoFocus) => {
    const user = await opened({ autoFocus });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });

  it('gives the focus back to the button of the menu whose entry opened it', async () => {
    const user = userEvent.setup();
    render(<FromMenu />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('dialog', { name: 'Revoke' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
  });
});
