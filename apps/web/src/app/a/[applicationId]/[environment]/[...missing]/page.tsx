import { notFound } from 'next/navigation';

/** Any other address of a tenant: inside of the frame. */
export default function Missing() {
  notFound();
}
