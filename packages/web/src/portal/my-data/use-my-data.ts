// Holds whether “My data” is open. A stored note opens it once.
import { useEffect, useState } from 'react';
import { type MyDataNote, takeMyDataNote } from '../../browser/storage/my-data-note.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';

export function useMyData() {
  const { t } = useTranslation('profile');
  const [note, setNote] = useState<MyDataNote>();
  const [open, setOpen] = useState(false);

  // after hydration, because the server does not know the note
  useEffect(() => {
    const left = takeMyDataNote();
    setNote(left);
    setOpen(left !== undefined);
    if (left === 'google-linked') showToast({ kind: 'success', title: t('google.linked') }, left);
  }, [t]);

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
