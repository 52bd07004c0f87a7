// Tells the page that makes buttons, in another tab of this browser, that the sign-in it began has come to its end:
// which one, and whom it let in.
import { channel } from '../../browser/channel.ts';

export type TrialBroadcast = { trial: string; name: string };

const tabs = channel('brama-trial');

function isNews(data: unknown): data is TrialBroadcast {
  if (typeof data !== 'object' || data === null) return false;
  const { trial, name } = data as Record<string, unknown>;
  return typeof trial === 'string' && typeof name === 'string';
}

export const tellTrial = (news: TrialBroadcast) => tabs.post(news);

/** Listens to the other tabs; answers with how to stop. */
export function onTrial(listener: (news: TrialBroadcast) => void): () => void {
  return tabs.listen((heard) => {
    if (isNews(heard)) listener(heard);
  });
}
