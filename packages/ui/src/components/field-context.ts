'use client';

import { createContext, useContext } from 'react';

/** What a control inside a Field wears, so that label, help and error belong to it. */
export interface FieldControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-labelledby'?: string;
  required?: boolean;
}

export const FieldContext = createContext<FieldControlProps>({});

/** The wiring of the Field around; empty outside one. Controls spread it before their own props. */
export function useFieldControl(): FieldControlProps {
  return useContext(FieldContext);
}
