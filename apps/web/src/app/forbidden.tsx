import { RefusedPage } from '@/features/shell/refused-page';

/** A page outside of the frame, such as the counter display, that the role does not include. */
export default function Forbidden() {
  return <RefusedPage isWhole />;
}
