// Tells the other tabs of this browser that the user has signed out. One channel for the whole page:
// a channel does not hear itself.
const signedOut = 'signed-out';
const channel = new BroadcastChannel('brama-session');

export function announceSignOut(): void {
  channel.postMessage(signedOut);
}

/** Listens to the other tabs; answers with how to stop. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data === signedOut) listener();
  };
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
