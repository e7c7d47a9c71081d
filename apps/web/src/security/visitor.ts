import { createAddressList, senderOf } from '@tillgate/domain';
import type { Visitor } from '@tillgate/domain/users';
import { peerHeader } from './peer.ts';

type Headers = { get(name: string): string | null | undefined };

/** Who sends a request, as far as it can be known. A trusted proxy that names nobody hides who it is. */
export function readVisitor(headers: Headers, trustedProxies: string[]): Visitor {
  const isTrusted = createAddressList(trustedProxies);
  const forwardedFor = headers.get('x-forwarded-for') ?? undefined;
  const sender = senderOf(headers.get(peerHeader()) ?? undefined, forwardedFor, isTrusted);
  const isHidden = sender === undefined || isTrusted(sender);
  return { remoteIp: isHidden ? undefined : sender, userAgent: headers.get('user-agent') ?? undefined };
}
