// Tells the other tabs of this browser that the user has signed in or out, or has come back from
// confirming. One channel for the whole page: a channel does not hear itself.
export type SessionNews = 'signed-in' | 'signed-out' | 'came-back';

let opened: BroadcastChannel | undefined;

/** Opened at its first use: where pages are prerendered there are no tabs. Nothing where it is forbidden. */
function channel(): BroadcastChannel | undefined {
  try {
    opened ??= new BroadcastChannel('brama-session');
  } catch {
    // storage switched off: the other tabs learn of it when they ask
  }
  return opened;
}

export function announce(news: SessionNews): void {
  channel()?.postMessage(news);
}

/** Listens to the other tabs; answers with how to stop. */
export function onNewsElsewhere(news: SessionNews, listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data === news) listener();
  };
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
