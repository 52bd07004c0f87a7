// A note for the applications page in this tab: open “My data”, and show the result of linking Google. Read once.

export const myDataNotes = [
  'open',
  'google-linked',
  'google-failed',
  'google-linked-elsewhere',
  'session-not-recent',
] as const;
export type MyDataNote = (typeof myDataNotes)[number];

const key = 'brama.my-data';

export function leaveMyDataNote(note: MyDataNote): void {
  try {
    sessionStorage.setItem(key, note);
  } catch {
    // storage is blocked; the user opens “My data” manually
  }
}

export function takeMyDataNote(): MyDataNote | undefined {
  try {
    const left = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return myDataNotes.find((note) => note === left);
  } catch {
    return undefined;
  }
}
