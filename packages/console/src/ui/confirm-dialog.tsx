// Asks before an act: what will happen, the act by its name, and a way back.
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { wordsOf } from '../i18n/words.ts';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The name of the act, on its button. */
  action: string;
  /** What will happen. */
  children: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, children, onConfirm, onCancel } = props;
  const t = wordsOf('shell');
  return (
    <Dialog closeLabel={t('close')} onClose={onCancel} open={open} startsInside title={title}>
      <div className="max-w-prose">{children}</div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="primary" onClick={onConfirm} type="button">
          {action}
        </Button>
        <Button look="secondary" onClick={onCancel} type="button">
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
