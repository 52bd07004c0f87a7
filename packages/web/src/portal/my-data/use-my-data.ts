// Holds whether “My data” is open. A stored note opens it once.
import { useEffect, useState } from 'react';
import { takeNote } from '../../browser/storage/page-notes.ts';

export function useMyData() {
  const [open, setOpen] = useState(false);
  // after hydration, because the server does not know the note
  useEffect(() => setOpen(takeNote() === 'open-my-data'), []);
  return { open, show: () => setOpen(true), close: () => setOpen(false) };
}
