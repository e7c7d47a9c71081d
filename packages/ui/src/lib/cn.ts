import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Two that set the same property are a mistake: which one wins depends on the style sheet. What a
 * caller may change stands behind the variant `base:` in the component.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
