'use client';

import { useEffect } from 'react';

/** Keeps the screen on while the page is seen, where the browser can. It lets go by itself when the page is hidden. */
export function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Refused on a low battery: the display works all the same.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isGone) void lock?.release();
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
