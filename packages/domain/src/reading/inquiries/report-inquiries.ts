import { z } from 'zod';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';
import { inquiriesOf, inquiryFilterSchema } from './browse-inquiries.ts';

const { kind, status, rail } = inquiryFilterSchema.shape;

/** Inquiries that callers made, in the reporting API. */
export const inquiriesReport = reportList(
  z.strictObject({ kind: kind.nullable(), status: status.nullable(), rail: rail.nullable(), ...periodShape }),
  (span, filter) => ({ ...inquiriesOf(span, filter), columns: idColumns }),
);
