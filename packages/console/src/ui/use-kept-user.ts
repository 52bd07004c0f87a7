// A chosen user beside the fields of a form, who is part of its draft.
import { useState } from 'react';
import { clearDraft, readDraft, storeDraft } from '../storage/drafts.ts';
import type { ChosenUser } from './user-field.tsx';

export function useKeptUser(formId: string) {
  const id = `${formId}-user`;
  const [user, setUser] = useState(() => readDraft(id)?.own as ChosenUser | undefined);
  return {
    user,
    choose: (chosen: ChosenUser | undefined) => {
      setUser(chosen);
      if (chosen) storeDraft(id, { own: chosen, base: {} });
      else clearDraft(id);
    },
    forget: () => clearDraft(id),
  };
}
