'use client';

import { useEffect, useEffectEvent, useState } from 'react';

const lookMs = 4_000;
const answerMs = 5_000;

/** Whether the dashboard can do its work now, by its own health check. */
async function isWell(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) });
    return ok;
  } catch {
    return false;
  }
}

/**
 * For a page that failed: brings it back once the dashboard can work again. A fault of a dashboard that is well is not
 * tried again by itself.
 * @param bringBack loads the page again
 * @returns whether the dashboard cannot work, which is why the page failed
 */
export function useReturn(bringBack: () => void): boolean {
  const [isAway, setAway] = useState(false);
  const back = useEffectEvent(bringBack);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    async function look(): Promise<void> {
      const well = await isWell();
      if (isOver) return;
      if (!well) {
        wasAway = true;
        setAway(true);
        timer = setTimeout(look, lookMs);
      } else if (wasAway) {
        back();
        // Should it fail again, a press is needed.
        setAway(false);
      }
    }
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return isAway;
}
