// Holds whether “My data” is open. A stored note opens it once.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeMyDataNote } from '../../browser/storage/my-data-note.ts';
import { showToast } from '../../ui/toast/toast.ts';

export function useMyData() {
  const { t } = useTranslation('profile');
  const [note, setNote] = useState(takeMyDataNote);
  const [open, setOpen] = useState(note !== undefined);

  useEffect(() => {
    if (note !== 'google-linked') return;
    // the id keeps it one toast, however often this effect runs
    showToast({ kind: 'success', title: t('google.linked') }, note);
  }, [note, t]);

  return {
    open,
    note,
    show: () => setOpen(true),
    close: () => {
      setOpen(false);
      setNote(undefined);
    },
  };
}
