// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

afterEach(cleanup);

async function opened(props: Partial<ConfirmDialogProps> = {}) {
  const user = userEvent.setup();
  const onConfirm = vi.fn<ConfirmDialogProps['onConfirm']>();
  render(
    <ConfirmDialog
      trigger={<Button>Delete…</Button>}
      title="Delete the endpoint?"
      summary="Deliveries that wait are dropped."
      confirmLabel="Delete"
      onConfirm={onConfirm}
      {...props}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  return { user, onConfirm, confirm: screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }) };
}

const phrase = { text: 'shop-hooks', label: 'Type shop-hooks to confirm' };

describe('ConfirmDialog', () => {
  it('is an alert with name and summary, and confirms', async () => {
    const { user, onConfirm, confirm } = await opened();
    const dialog = screen.getByRole('alertdialog', { name: 'Delete the endpoint?' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Deliveries that wait are dropped.',
    );
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledWith({ reason: '' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('gives the focus back to what opened it', async () => {
    const { user } = await opened();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })));
  });

  it('takes other words for the phrase when it is told how', async () => {
    const { user, confirm } = await opened({
      phrase: {
        text: '25000',
        label: 'Type 25,000 to confirm',
        accepts: (typed) => typed.replace(',', '') === '25000',
      },
    });
    const input = screen.getByRole('textbox', { name: 'Type 25,000 to confirm' });
    await user.type(input, '2,500');
    expect(confirm.disabled).toBe(true);
    await user.clear(input);
    await user.type(input, '25,000');
    expect(confirm.disabled).toBe(false);
  });

  it('wants the exact phrase, then takes Enter', async () => {
    const { user, onConfirm, confirm } = await opened({ phrase });
    const input = screen.getByRole('textbox', { name: phrase.label });
    await user.type(input, 'shop-hook{Enter}');
    expect(confirm.disabled).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.type(input, 's');
    expect(confirm.disabled).toBe(false);
    await user.type(input, '{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('has the focus where something must be filled in, and otherwise on the way out', async () => {
    await opened({ reason: { label: 'Reason' }, phrase });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }));
    cleanup();
    await opened();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('takes Enter in the reason, and Shift with Enter as a new line', async () => {
    const { user, onConfirm } = await opened({ reason: { label: 'Reason' } });
    await user.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onConfirm).toHaveBeenCalledWith({ reason: 'one\ntwo' });
  });

  it('asks for a reason and hands it over', async () => {
    const { user, onConfirm, confirm } = await opened({ reason: { label: 'Reason' } });
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), '   ');
    expect(confirm.disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'moved away ');
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledWith({ reason: 'moved away' });
  });

  it('does not insist on a reason that is not required', async () => {
    const { confirm } = await opened({ reason: { label: 'Reason', required: false } });
    expect(confirm.disabled).toBe(false);
  });

  it('waits for the action: no second call, no escape', async () => {
    let finish = () => {};
    const slow = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user, confirm } = await opened({ onConfirm: slow });
    await user.click(confirm);
    expect(confirm.disabled).toBe(true);
    expect(confirm.getAttribute('aria-busy')).toBe('true');
    await user.click(confirm);
    await user.keyboard('{Escape}');
    expect(slow).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    finish();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('stays open and says why when the action fails', async () => {
    const fails = () => Promise.reject(new Error('The endpoint is gone.'));
    const { user, confirm } = await opened({ onConfirm: fails });
    await user.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe('The endpoint is gone.');
    expect(confirm.disabled).toBe(false);
  });

  it('forgets what was typed when it is opened again', async () => {
    const { user } = await opened({ phrase });
    await user.type(screen.getByRole('textbox'), 'shop-hooks');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  });

  it('does not send a form around it', async () => {
    const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const user = userEvent.setup();
    render(
      <form onSubmit={sent}>
        <ConfirmDialog open title="Sure?" summary="It goes." confirmLabel="Yes" onConfirm={() => undefined} />
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(sent).not.toHaveBeenCalled();
  });
});
