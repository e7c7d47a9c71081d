-- AlterEnum
ALTER TYPE "CallbackKind" ADD VALUE 'rail_notice';

-- AlterEnum
ALTER TYPE "CallbackSubject" ADD VALUE 'rail_account';
