// Tells the other tabs of this browser that the user has signed out.
const channelName = 'brama-session';
const signedOut = 'signed-out';

export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(signedOut);
  channel.close();
}

/** Listens to the other tabs; answers with how to stop. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === signedOut) listener();
  };
  return () => channel.close();
}
