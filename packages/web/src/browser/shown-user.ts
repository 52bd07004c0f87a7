// Whose page this is: the hash of the user that the page shows. Every call names it, so that the server does nothing for a page
// of another user than the one signed in.

let shown: string | undefined;

export const shownUserHash = () => shown;

export function setShownUser(userHash: string | undefined): void {
  shown = userHash;
}
