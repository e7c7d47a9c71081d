'use client';

import { Input } from '@tillgate/ui';
import { Search } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { filterOfText, type PaymentFilters } from '../filters.ts';

type Props = { filters: PaymentFilters; inputRef: RefObject<HTMLInputElement | null> };

/** One box for a reference, a phone or a receipt: which of them it is shows in the text. */
export function SearchBox({ filters, inputRef }: Props) {
  const t = useTranslations('payments');
  const [text, setText] = useState('');
  return (
    <form
      className="w-full sm:w-72"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        const { name, value } = filterOfText(text);
        filters.set({ [name]: value });
        setText('');
      }}
    >
      <Input
        ref={inputRef}
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        prefix={<Search aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
