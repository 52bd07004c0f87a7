// Notifies other tabs of this browser that the user has signed in or out, or has returned from confirming.
import { channel } from '../browser/channel.ts';

export type SessionBroadcast = 'signed-in' | 'signed-out' | 'came-back';

const tabs = channel('brama-session');

export const announce = (news: SessionBroadcast) => tabs.post(news);

/** Subscribes to other tabs. Returns the unsubscribe function. */
export function onNewsElsewhere(news: SessionBroadcast, listener: () => void): () => void {
  return tabs.listen((heard) => {
    if (heard === news) listener();
  });
}
