import { lostDelivery, postCallback } from '../post-callback.ts';
import type { Simulation } from '../simulation.ts';
import type { Collection, CollectionOutcome } from './collections.ts';
import { type Notice, noticesOf, renderNotice } from './notice.ts';

/**
 * Posts the notices of an outcome to the URL of the portal, once each and without retries. A notice that is never sent
 * leaves one record with the status `lost`. Resolves after the last attempt and never throws.
 */
export const sendNotices = async (
  simulation: Simulation,
  collection: Collection,
  outcome: CollectionOutcome,
): Promise<void> => {
  const { settings, profile, timers } = simulation;
  const { notice: behaviour } = collection.scenario;
  const notices = noticesOf(outcome, behaviour);
  const delayMs = behaviour === 'late' ? profile.lateCallbackMs : settings.callbackDelayMs;
  if (notices.length > 0 && delayMs > 0 && !(await timers.wait(delayMs))) return;
  const { callbackUrl, callbackKey } = simulation.airtel.portals.of(collection.clientId);
  if (notices.length === 0 || callbackUrl === null || settings.loseCallbacks) {
    const statusCode = outcome.letters === 'TS' ? 'TS' : 'TF';
    collection.notices.push({ ...lostDelivery(simulation), statusCode });
    return;
  }
  const post = async (notice: Notice): Promise<void> => {
    const { delivery } = await postCallback(simulation, callbackUrl, renderNotice(collection.id, notice, callbackKey));
    collection.notices.push({ ...delivery, statusCode: notice.statusCode });
  };
  if (behaviour === 'twice') await Promise.all(notices.map(post));
  else for (const notice of notices) await post(notice);
};
