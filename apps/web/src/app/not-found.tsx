import { MissingPage } from '@/features/shell/missing-page';

/** The page does not exist, or the person may not see it. Both show the same page. */
export default function NotFound() {
  return <MissingPage isWhole />;
}
