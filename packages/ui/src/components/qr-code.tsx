import { QRCode } from 'react-qr-code';
import { cn } from '../lib/cn.ts';

/** Props of {@link QrCode}. */
interface QrCodeProps {
  value: string;
  /** What it holds: the accessible name. */
  label: string;
  /** Side in px, without the quiet zone. */
  size?: number;
  className?: string;
}

/** A code for cameras. Black on white in both themes, or scanners fail. */
export function QrCode({ value, label, size = 160, className }: QrCodeProps) {
  return (
    <div role="img" aria-label={label} className={cn('inline-block rounded-lg border bg-white p-4', className)}>
      <QRCode value={value} size={size} level="M" bgColor="#ffffff" fgColor="#000000" aria-hidden="true" />
    </div>
  );
}
