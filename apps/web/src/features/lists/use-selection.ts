'use client';

import { useState } from 'react';

/** The selected rows of a page. Rows that leave the page are deselected. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = ids.filter((id) => chosen.has(id));
  const change = (some: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of some) {
        if (isOn) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    toggle: (id: string, isOn: boolean) => change([id], isOn),
    toggleAll: (isOn: boolean) => change(ids, isOn),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
