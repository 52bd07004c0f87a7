// A note to «my data» for when the applications are shown next in this tab: open, and say how it went with
// Google. Read once.

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
    // storage switched off: the user opens it again
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
