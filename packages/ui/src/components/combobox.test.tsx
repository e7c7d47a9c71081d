// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';

afterEach(cleanup);

const options = [
  { value: 'k', label: 'Kisumu shop', keywords: 'lake' },
  { value: 'm', label: 'Mombasa shop' },
  { value: 'n', label: 'Nairobi shop' },
];

function Chooser() {
  const [value, setValue] = useState('k');
  return (
    <Field label="Application">
      <Combobox options={options} value={value} onValueChange={setValue} />
    </Field>
  );
}

function box() {
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Application' });
}

const shown = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('Combobox', () => {
  it('shows what is chosen and opens with all choices', async () => {
    render(<Chooser />);
    expect(box().value).toBe('Kisumu shop');
    expect(box().getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(box());
    expect(shown()).toEqual(['Kisumu shop', 'Mombasa shop', 'Nairobi shop']);
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Kisumu shop');
  });

  it('finds by label and keywords, and takes with Enter', async () => {
    const user = userEvent.setup();
    render(<Chooser />);
    await user.click(box());
    await user.keyboard('lake');
    expect(shown()).toEqual(['Kisumu shop']);
    await user.clear(box());
    await user.keyboard('momb{Enter}');
    expect(box().value).toBe('Mombasa shop');
    expect(shown()).toEqual([]);
  });

  it('names the choice under the arrow keys, and takes it', async () => {
    const user = userEvent.setup();
    render(<Chooser />);
    await user.click(box());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    const active = document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Nairobi shop');
    await user.keyboard('{Enter}');
    expect(box().value).toBe('Nairobi shop');
  });

  it('gives up with Escape and keeps the value', async () => {
    const user = userEvent.setup();
    render(<Chooser />);
    await user.click(box());
    await user.keyboard('mom{Escape}');
    expect(box().value).toBe('Kisumu shop');
    expect(shown()).toEqual([]);
  });

  it('says that nothing matches', async () => {
    const user = userEvent.setup();
    render(<Chooser />);
    await user.click(box());
    await user.keyboard('zzz');
    expect(screen.getByText('Nothing matches')).toBeTruthy();
  });
});
