import { ThemeContext } from '@rspress/core/runtime';
import { IconMoon, IconSun, SvgWrapper } from '@rspress/core/theme-original';
import { useContext } from 'react';

/** Changes between light and dark: a button, which the original is not. */
export function SwitchAppearance({ onClick }: { onClick?: () => void }) {
  const { theme, setTheme } = useContext(ThemeContext);
  const change = () => {
    setTheme?.(theme === 'dark' ? 'light' : 'dark');
    onClick?.();
  };
  return (
    <button type="button" className="rp-switch-appearance" aria-label="Light or dark" onClick={change}>
      <SvgWrapper className="rp-switch-appearance__icon rp-switch-appearance__icon--sun" icon={IconSun} />
      <SvgWrapper className="rp-switch-appearance__icon rp-switch-appearance__icon--moon" icon={IconMoon} />
    </button>
  );
}
