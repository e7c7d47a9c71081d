export { changeLink } from './change-link.ts';
export { createLink } from './create-link.ts';
export { endLink, reopenLink, sweepLinks } from './end-link.ts';
export { referenceKeyOf } from './link.ts';
export { createPayPages, type PayPages, type WithPayPages } from './link-token.ts';
export { type LinkRow, type LinkView, linkView, linkViewSchema } from './link-view.ts';
export { changeLinkSchema, createLinkSchema, readAnswers } from './schemas.ts';
export { linkColumns } from './statements.ts';
