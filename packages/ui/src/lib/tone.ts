/** What a status means to the reader; never a colour by itself: a text or an icon always says the same. */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'info';

/** Text and tint of each tone, for surfaces that carry text. */
export const toneSurface: Record<Tone, string> = {
  neutral: 'border-neutral-border bg-neutral-surface text-neutral',
  success: 'border-success-border bg-success-surface text-success',
  danger: 'border-danger-border bg-danger-surface text-danger',
  warning: 'border-warning-border bg-warning-surface text-warning',
  info: 'border-info-border bg-info-surface text-info',
};

/** The plain text colour of each tone. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-neutral',
  success: 'text-success',
  danger: 'text-danger',
  warning: 'text-warning',
  info: 'text-info',
};

/** The solid fill of each tone: dots and bars. */
export const toneFill: Record<Tone, string> = {
  neutral: 'bg-neutral',
  success: 'bg-success',
  danger: 'bg-danger',
  warning: 'bg-warning',
  info: 'bg-info',
};
