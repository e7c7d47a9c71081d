import { buttonVariants } from '@tillgate/ui';
import { BookOpen } from 'lucide-react';
import { type GuidePage, guideUrl } from './guide-url.ts';

type Props = {
  /** The public address of the API. */
  apiUrl: string;
  page: GuidePage;
  label: string;
  size?: 'sm';
};

/** A link to one of the guides, in a new tab. */
export function GuideLink({ apiUrl, page, label, size }: Props) {
  return (
    <a href={guideUrl(apiUrl, page)} target="_blank" rel="noreferrer" className={buttonVariants(size && { size })}>
      <BookOpen />
      {label}
    </a>
  );
}
