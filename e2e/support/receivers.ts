import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CreateEndpointInput, createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import type { SeededMerchant } from '@tillgate/domain/testing';
import type { Received } from './merchant-hook.ts';
import type { Stack } from './stack.ts';

/** Takes every request and never answers one. */
export type BlackHole = { url: string; hanging(): number; close(): Promise<void> };

export async function startBlackHole(): Promise<BlackHole> {
  let hanging = 0;
  const server = createServer((request, response) => {
    hanging += 1;
    response.once('close', () => {
      hanging -= 1;
    });
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    hanging: () => hanging,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An endpoint that takes some events only. */
export function selectiveEndpoint(
  stack: Stack,
  merchant: SeededMerchant,
  url: string,
  events: CreateEndpointInput['events'],
): Promise<{ endpointId: string; secret: string }> {
  const judgeWebhookUrl = webhookUrlJudge(['127.0.0.1']);
  const { applicationId } = merchant;
  return createEndpoint({ ...stack.ctx, judgeWebhookUrl }, { applicationId, environment: 'sandbox', url, events });
}

/** The v1 of a delivery's signature, computed by the plain openssl command; undefined where there is no such command. */
export function opensslSignature(delivery: Received, secret: string): string | undefined {
  const t = /^t=(\d+),/.exec(delivery.signature)?.[1] ?? '';
  const input = `${t}.${delivery.rawBody}`;
  const { status, stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input, encoding: 'utf8' });
  return status === 0 ? /([0-9a-f]{64})\s*$/.exec(stdout)?.[1] : undefined;
}

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
