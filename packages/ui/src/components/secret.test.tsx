// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Secret } from './secret.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function shown() {
  const user = userEvent.setup();
  const onDone = vi.fn();
  render(
    <Secret
      value="mp_test_0123456789"
      label="API key"
      warning="It is shown only now."
      fileName="key.txt"
      storedLabel="I have stored it"
      doneLabel="Done"
      onDone={onDone}
    />,
  );
  return { user, onDone, done: screen.getByRole<HTMLButtonElement>('button', { name: 'Done' }) };
}

describe('Secret', () => {
  it('shows the value in a named group', () => {
    shown();
    expect(screen.getByRole('group', { name: 'API key' }).textContent).toBe('mp_test_0123456789');
  });

  it('closes only after the reader says that it is stored', async () => {
    const { user, onDone, done } = shown();
    expect(done.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'I have stored it' }));
    await user.click(done);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('copies the whole value and says so', async () => {
    const { user } = shown();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('mp_test_0123456789');
    expect((await screen.findByRole('status')).textContent).toBe('Copied');
  });

  it('downloads the value as a text file and frees the address', async () => {
    const { user } = shown();
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:key');
    const freed = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(`${this.download} ${this.href}`);
    });
    await user.click(screen.getByRole('button', { name: 'Download' }));
    const blob = made.mock.calls[0]?.[0] as Blob;
    expect(await blob.text()).toBe('mp_test_0123456789\n');
    expect(names).toEqual(['key.txt blob:key']);
    expect(freed).toHaveBeenCalledWith('blob:key');
  });
});
