import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const recipientIssues = defineSentences({
  recipientSaved: 'is saved already, as "{name}"',
  recipientName: 'is the name of another saved recipient',
  recipientsFull: 'is too many: {max} recipients are saved',
});
