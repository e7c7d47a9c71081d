-- AlterTable
ALTER TABLE "api_requests" ADD COLUMN     "request_body" TEXT,
ADD COLUMN     "response_body" TEXT;

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "bodies_kept_in" "Environment"[] DEFAULT ARRAY[]::"Environment"[];
