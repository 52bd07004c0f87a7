// Follows the session of the page: it ends, or belongs to another user.
import { forgetAll } from '../storage/tab-storage.ts';

export type SessionState = 'open' | 'ended' | 'user-changed' | 'suspended';

let state: SessionState = 'open';
const listeners = new Set<() => void>();

export const sessionState = (): SessionState => state;

export function setSessionState(next: SessionState): void {
  if (state === next) return;
  state = next;
  if (next === 'user-changed') forgetAll();
  for (const listener of listeners) listener();
}

export function onSessionState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** News of the other pages of this browser, and of the page that confirms the identity. */
const tabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('brama-session');

export function announceElsewhere(news: 'signed-out' | 'came-back'): void {
  tabs?.postMessage(news);
}

/** Subscribes to what other tabs announce. Returns the unsubscribe function. */
export function onNewsElsewhere(listener: (news: unknown) => void): () => void {
  const hear = ({ data }: MessageEvent) => listener(data);
  tabs?.addEventListener('message', hear);
  return () => tabs?.removeEventListener('message', hear);
}
