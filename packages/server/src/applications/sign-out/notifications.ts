// Notifies applications at a sign-out, and reports which of them were not notified in time.

import { type LogoutDelivery, type NotificationQueue, signOutWaitMs } from './delivery.ts';

/** What an ended session leaves behind at one application. */
type Ended = {
  /** The notification. */
  id: string;
  /** Undefined if no application is to be reported. */
  applicationId: string | undefined;
  /** False for an application that receives no notifications. */
  isReachable: boolean;
};

/** Returns the ids of the applications that were not notified. */
export async function notifyEnded<Item>(
  delivery: LogoutDelivery<Item>,
  queue: NotificationQueue<Item>,
  ended: readonly Ended[],
): Promise<string[]> {
  const ids = ended.map(({ id }) => id);
  await delivery.notify(ids, signOutWaitMs);
  const late = await queue.pending(ids);
  const missed = ended.filter(({ id, isReachable }) => !isReachable || late.includes(id));
  return [...new Set(missed.flatMap(({ applicationId }) => applicationId ?? []))];
}
