import type { LinkEnding, LinkKind, LinkLanguage, LinkStatus } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { PayPages } from './link-token.ts';
import { fieldsSchema, type LinkField } from './schemas.ts';

/** A link as the room reads it. */
export type LinkRow = Tenant & {
  id: string;
  tokenHash: string;
  kind: LinkKind;
  status: LinkStatus;
  endedBy: LinkEnding | null;
  endedAt: Date | null;
  endings: number;
  title: string;
  description: string | null;
  /** Whole KES, as are all amounts. */
  amount: number | null;
  amountMin: number | null;
  amountMax: number | null;
  choices: number[];
  accountReference: string | null;
  referencePrefix: string | null;
  fields: unknown;
  expiresAt: Date | null;
  paymentsMax: number | null;
  phone: string | null;
  returnUrl: string | null;
  language: LinkLanguage;
  offline: boolean;
  createdAt: Date;
  paidCount: number;
  paidAmount: number;
};

/** A link as its merchant reads it. Times are ISO 8601. */
export type LinkView = {
  linkId: string;
  /** Null where the page was made under another key of the installation. */
  url: string | null;
  kind: LinkKind;
  status: LinkStatus;
  endedBy: LinkEnding | null;
  title: string;
  description: string | null;
  amount: number | null;
  amountMin: number | null;
  amountMax: number | null;
  choices: number[];
  accountReference: string | null;
  referencePrefix: string | null;
  fields: LinkField[];
  expiresAt: string | null;
  paymentsMax: number | null;
  phone: string | null;
  returnUrl: string | null;
  language: LinkLanguage;
  offline: boolean;
  paidCount: number;
  paidAmount: number;
  /** Attempts that wait for their prompt, or whose payment has no outcome yet. */
  openAttempts: number;
  createdAt: string;
};

/** @param payPages undefined where the installation has no payment pages (any more) */
export function linkView(row: LinkRow, openAttempts: number, payPages: PayPages | undefined): LinkView {
  const { id, kind, status, endedBy, title, description, amount, amountMin, amountMax, choices } = row;
  const { accountReference, referencePrefix, expiresAt, paymentsMax, phone, returnUrl, language, offline } = row;
  return {
    linkId: id,
    url: payPages && payPages.hashOf(id) === row.tokenHash ? payPages.urlOf(id) : null,
    ...{ kind, status, endedBy, title, description, amount, amountMin, amountMax, choices },
    ...{ accountReference, referencePrefix, fields: fieldsSchema.parse(row.fields) },
    expiresAt: expiresAt?.toISOString() ?? null,
    ...{ paymentsMax, phone, returnUrl, language, offline },
    paidCount: row.paidCount,
    paidAmount: row.paidAmount,
    openAttempts,
    createdAt: row.createdAt.toISOString(),
  };
}
