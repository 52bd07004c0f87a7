// The hash of the user whose page this is. Every call sends it, so that the server refuses a call from the page of
// another user than the one signed in.

let shown: string | undefined;

export const shownUserHash = () => shown;

export function setShownUser(userHash: string | undefined): void {
  shown = userHash;
}
