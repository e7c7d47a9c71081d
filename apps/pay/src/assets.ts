import { createHash } from 'node:crypto';
import { script } from './script.ts';
import { style } from './style.ts';

export type Asset = { path: string; type: string; content: string };

/** A file whose name changes with its content, so that browsers may keep it for ever. */
function asset(name: string, type: string, content: string): Asset {
  const [stem, ending] = name.split('.');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/${stem}.${hash}.${ending}`, type, content };
}

export const styleAsset = asset('pay.css', 'text/css; charset=utf-8', style);
export const scriptAsset = asset('pay.js', 'text/javascript; charset=utf-8', script);
