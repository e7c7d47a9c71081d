'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { preload as loadEarly, meetNewVersion } from './new-version.ts';

/**
 * A dialog, sheet or menu whose code is loaded when it is first shown, or before: `preload` is for the pointer or
 * the focus that comes near. It appears as soon as its code is there, without the pause that React makes after a
 * placeholder.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      preload().then(
        (part) => isGone || setPart(() => part),
        async (error: unknown) => {
          if ((await meetNewVersion(error)) || isGone) return;
          // The page's error boundary says that it could not be loaded.
          setPart(() => {
            throw error;
          });
        },
      );
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(OnDemand, {
    /** Loads the code. That it failed matters only when it is shown. */
    preload: () => loadEarly(preload),
  });
}
