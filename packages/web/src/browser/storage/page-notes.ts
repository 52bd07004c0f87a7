// A note for the next page of this tab, read once. The applications page opens “My data”, the account page shows the
// result of linking a Google account.

const linkResults = [
  'linked',
  'failed',
  'linked-elsewhere',
  'not-recent',
  'second-factor-missing',
] as const;
export type LinkResult = (typeof linkResults)[number];

const notes = ['open-my-data', ...linkResults] as const;
type Note = (typeof notes)[number];

const key = 'brama.my-data';

export function leaveNote(note: Note): void {
  try {
    sessionStorage.setItem(key, note);
  } catch {
    // storage is blocked: the next page does not show it
  }
}

export function takeNote(): Note | undefined {
  try {
    const left = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return notes.find((note) => note === left);
  } catch {
    return undefined;
  }
}

export function takeLinkResult(): LinkResult | undefined {
  const note = takeNote();
  return note === 'open-my-data' ? undefined : note;
}
