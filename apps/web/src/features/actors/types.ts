import type { AuditRow } from '@/features/audit/types';

export type DescribedActor = AuditRow['who'];
