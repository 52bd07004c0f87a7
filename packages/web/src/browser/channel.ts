// Talks to the other tabs of this browser, never to itself. Pages of other origins hear nothing of it.

export type Channel = {
  post(news: unknown): void;
  /** Answers with how to stop. */
  listen(listener: (news: unknown) => void): () => void;
};

/** Opened at its first use: where pages are prerendered there are no tabs. Silent where it is forbidden. */
export function channel(name: string): Channel {
  let opened: BroadcastChannel | undefined;
  function open(): BroadcastChannel | undefined {
    try {
      opened ??= new BroadcastChannel(name);
    } catch {
      // storage switched off: the other tabs learn of it when they ask
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
