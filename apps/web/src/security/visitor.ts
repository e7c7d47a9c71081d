import { createAddressList, senderOf } from '@tillgate/domain';
import type { Visitor } from '@tillgate/domain/users';
import { peerHeader } from './peer.ts';

type Headers = { get(name: string): string | null | undefined };

/** The sender of a request, if known. A trusted proxy that names no address hides it. */
export function readVisitor(headers: Headers, trustedProxies: string[]): Visitor {
  const isTrusted = createAddressList(trustedProxies);
  const forwardedFor = headers.get('x-forwarded-for') ?? undefined;
  const sender = senderOf(headers.get(peerHeader()) ?? undefined, forwardedFor, isTrusted);
  const isHidden = sender === undefined || isTrusted(sender);
  return { remoteIp: isHidden ? undefined : sender, userAgent: headers.get('user-agent') ?? undefined };
}
