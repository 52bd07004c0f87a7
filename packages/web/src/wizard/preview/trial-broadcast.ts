// Notifies the wizard in another tab of this browser that a trial sign-in has ended: its id and the user's name.
import { channel } from '../../browser/channel.ts';

export type TrialBroadcast = { trial: string; name: string };

const tabs = channel('brama-trial');

function isNews(data: unknown): data is TrialBroadcast {
  if (typeof data !== 'object' || data === null) return false;
  const { trial, name } = data as Record<string, unknown>;
  return typeof trial === 'string' && typeof name === 'string';
}

export const tellTrial = (news: TrialBroadcast) => tabs.post(news);

/** Subscribes to other tabs. Returns the unsubscribe function. */
export function onTrial(listener: (news: TrialBroadcast) => void): () => void {
  return tabs.listen((heard) => {
    if (isNews(heard)) listener(heard);
  });
}
