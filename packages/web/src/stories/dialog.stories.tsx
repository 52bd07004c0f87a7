// Dialogs with short and long contents, and a toast that comes while one is open.

import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { Field } from '@brama/ui/field.tsx';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { showToast } from '../ui/toast/toast.ts';
import { Story, StoryGroup } from './story.tsx';

const paragraphs = Array.from({ length: 24 }, (_, index) => `Абзац ${index + 1}.`);

export function DialogStories() {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState<'short' | 'long'>();
  const close = () => setOpen(undefined);
  const closeLabel = t('actions.close');
  return (
    <StoryGroup title="Dialog">
      <Story caption="short, with a field and a toast">
        <Button look="secondary" onClick={() => setOpen('short')}>
          Open short
        </Button>
        <Dialog closeLabel={closeLabel} onClose={close} open={open === 'short'} title="Мої дані">
          <Field className="mb-5" id="dialog-field" label="Прізвище" />
          <Button
            look="primary"
            onClick={() => showToast({ kind: 'success', title: 'Saved in the dialog' })}
          >
            Save
          </Button>
        </Dialog>
      </Story>
      <Story caption="long: scrolls inside">
        <Button look="secondary" onClick={() => setOpen('long')}>
          Open long
        </Button>
        <Dialog
          closeLabel={closeLabel}
          onClose={close}
          open={open === 'long'}
          title="Довга назва вікна, яка не вміщується в один рядок телефона"
        >
          {paragraphs.map((text) => (
            <p className="mb-4" key={text}>
              {text}
            </p>
          ))}
        </Dialog>
      </Story>
    </StoryGroup>
  );
}
