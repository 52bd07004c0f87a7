// A note to «my data» for when the applications are shown next in this tab: open, and say how it went with
// Google. Read once.

export type MyDataNote =
  | 'open'
  | 'google-linked'
  | 'google-failed'
  | 'google-linked-elsewhere'
  | 'session-not-recent';

const key = 'brama.my-data';

export function leaveMyDataNote(note: MyDataNote): void {
  try {
    sessionStorage.setItem(key, note);
  } catch {
    // storage switched off: the user opens it again
  }
}
