-- What an organization requires of sessions, how a session began, and when a person's browsers stopped being known. All nullable:
-- a process of the version before writes sessions without a method, which fulfil no requirement.

-- CreateEnum
CREATE TYPE "SignInMethod" AS ENUM ('password', 'oidc');

-- CreateEnum
CREATE TYPE "SignInRequirement" AS ENUM ('second_factor', 'sso');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "required_sign_in" "SignInRequirement";

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "method" "SignInMethod",
ADD COLUMN     "second_factor_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "devices_since" TIMESTAMPTZ(3);
