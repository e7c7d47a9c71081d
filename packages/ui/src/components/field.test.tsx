// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { Textarea } from './textarea.tsx';

afterEach(cleanup);

const controls = [
  ['Input', 'textbox', <Input key="i" />],
  ['Textarea', 'textbox', <Textarea key="t" />],
  ['Select', 'combobox', <Select key="s" options={[{ value: 'a', label: 'A' }]} />],
  ['Checkbox', 'checkbox', <Checkbox key="c" />],
  ['Switch', 'switch', <Switch key="w" />],
] as const;

/** The texts that `aria-describedby` leads to. */
function describedBy(element: HTMLElement): (string | null | undefined)[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}

describe.each(controls)('Field around %s', (_name, role, control) => {
  it('names it', () => {
    render(<Field label="Phone">{control}</Field>);
    const element = screen.getByLabelText('Phone');
    expect(screen.getByRole(role, { name: 'Phone' })).toBe(element);
    expect(element.hasAttribute('aria-describedby')).toBe(false);
    expect(element.hasAttribute('aria-invalid')).toBe(false);
  });

  it('describes it by help and error, and makes it invalid', () => {
    render(
      <Field label="Phone" description="As 07…" error="Not a phone number" required>
        {control}
      </Field>,
    );
    const element = screen.getByRole<HTMLInputElement>(role);
    expect(describedBy(element)).toEqual(['As 07…', 'Not a phone number']);
    expect(element.getAttribute('aria-invalid')).toBe('true');
    expect(element.required).toBe(true);
  });
});

describe('Field', () => {
  it('announces an error that comes later', () => {
    const { rerender } = render(
      <Field label="Phone">
        <Input />
      </Field>,
    );
    const region = document.querySelector('[aria-live="polite"]');
    rerender(
      <Field label="Phone" error="Wrong">
        <Input />
      </Field>,
    );
    expect(document.querySelector('[aria-live="polite"]')).toBe(region);
    expect(region?.textContent).toBe('Wrong');
  });

  it('wires any other control through a function', () => {
    render(
      <Field label="Day" error="Too early">
        {(control) => <input type="date" {...control} />}
      </Field>,
    );
    expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true');
  });

  it('gives two fields two ids', () => {
    render(
      <>
        <Field label="One">
          <Input />
        </Field>
        <Field label="Two">
          <Input />
        </Field>
      </>,
    );
    expect(screen.getByLabelText('One').id).not.toBe(screen.getByLabelText('Two').id);
  });
});
