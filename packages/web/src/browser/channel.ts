// Sends messages to other tabs of this browser on this origin, never to this tab.

export type Channel = {
  post(news: unknown): void;
  /** Returns the unsubscribe function. */
  listen(listener: (news: unknown) => void): () => void;
};

/**
 * Opens the channel at its first use, because a server render has no tabs. Does nothing where the browser forbids it.
 */
export function channel(name: string): Channel {
  let opened: BroadcastChannel | undefined;
  function open(): BroadcastChannel | undefined {
    try {
      opened ??= new BroadcastChannel(name);
    } catch {
      // storage is blocked; the other tabs notice the change with their next request
    }
    return opened;
  }
  return {
    post: (news) => open()?.postMessage(news),
    listen(listener) {
      const hear = ({ data }: MessageEvent) => listener(data);
      open()?.addEventListener('message', hear);
      return () => open()?.removeEventListener('message', hear);
    },
  };
}
