// Tells the other tabs of this browser that the user has signed in or out, or has come back from
// confirming.
import { channel } from '../browser/channel.ts';

export type SessionBroadcast = 'signed-in' | 'signed-out' | 'came-back';

const tabs = channel('brama-session');

export const announce = (news: SessionBroadcast) => tabs.post(news);

/** Listens to the other tabs; answers with how to stop. */
export function onNewsElsewhere(news: SessionBroadcast, listener: () => void): () => void {
  return tabs.listen((heard) => {
    if (heard === news) listener();
  });
}
