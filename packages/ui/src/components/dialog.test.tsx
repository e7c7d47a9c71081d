// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { UiProvider } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogContent, DialogTrigger } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

async function opened() {
  const user = userEvent.setup();
  render(
    <UiProvider labels={{ close: 'Funga' }}>
      <Dialog>
        <DialogTrigger asChild>
          <Button>Open</Button>
        </DialogTrigger>
        <DialogContent title="New endpoint" description="Where events are posted.">
          <Field label="URL">
            <Input />
          </Field>
        </DialogContent>
      </Dialog>
    </UiProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
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
});
