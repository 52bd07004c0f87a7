// Tells the page that makes buttons, in another tab of this browser, that the sign-in it began has come to its end:
// which one, and whom it let in. Pages of other origins hear nothing of it.

export type TrialNews = { trial: string; name: string };

let opened: BroadcastChannel | undefined;

/** Opened at its first use: where pages are prerendered there are no tabs. Nothing where it is forbidden. */
function channel(): BroadcastChannel | undefined {
  try {
    opened ??= new BroadcastChannel('brama-trial');
  } catch {
    // storage switched off: then the page that waits goes on waiting
  }
  return opened;
}

function isNews(data: unknown): data is TrialNews {
  if (typeof data !== 'object' || data === null) return false;
  const { trial, name } = data as Record<string, unknown>;
  return typeof trial === 'string' && typeof name === 'string';
}

export function tellTrial(news: TrialNews): void {
  channel()?.postMessage(news);
}

/** Listens to the other tabs; answers with how to stop. */
export function onTrial(listener: (news: TrialNews) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (isNews(data)) listener(data);
  };
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
