// Approves an import that waits. The number of many users is typed, so that an administrator sees how many they are.
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { isTyped } from '../ui/typed-number.ts';
import { affectedBy, effectText } from './import-text.ts';
import { type Import, importsKey, sourcesKey } from './queries.ts';

/** If more users are created or leave, their number is typed. */
const maxUntyped = 100;

const approve = (id: string) =>
  dataOf(admin.POST('/api/admin/imports/{id}/approve', { params: { path: { id } } }));

const changes = [importsKey, sourcesKey];

function Effect({ one }: { one: Import }) {
  const t = wordsOf('imports');
  return (
    <>
      <p className="font-medium">{effectText(one.counts)}</p>
      <p className="mt-2">{t('decision.approve-text')}</p>
    </>
  );
}

export function ApproveButton({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const { id, obstacle, counts } = one;
  if (obstacle === null && counts.created + counts.left > maxUntyped)
    return <TypedApproval one={one} />;
  return (
    <ActButton
      act={() => approve(id)}
      changes={changes}
      confirm={{ title: t('decision.approve-question'), text: <Effect one={one} /> }}
      disabledReason={obstacle === null ? undefined : t(`decision.${obstacle}`)}
      done={t('decision.approved')}
      look="primary"
    >
      {t('decision.approve')}
    </ActButton>
  );
}

function TypedApproval({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const number = affectedBy(one.counts);
  const save = async ({ number: typed }: FormValues) => {
    if (!isTyped(typed, number))
      throw new FormError({ number: t('decision.wrong-number', { number: numberText(number) }) });
    await approve(one.id);
    await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)} type="button">
        {t('decision.approve')}
      </Button>
      <Dialog
        closeLabel={wordsOf('shell')('close')}
        onClose={() => setOpen(false)}
        open={isOpen}
        startsInside
        title={t('decision.approve-question')}
      >
        <div className="mb-4">
          <Effect one={one} />
        </div>
        <Form
          done={t('decision.approved')}
          fields={[
            {
              name: 'number',
              label: t('decision.number'),
              hint: t('decision.number-hint', { number: numberText(number) }),
              required: true,
            },
          ]}
          id={`approve-${one.id}`}
          initial={{ number: '' }}
          keepsDraft={false}
          onCancel={() => setOpen(false)}
          onDone={keepFocus}
          save={save}
          submitLabel={t('decision.approve')}
        />
      </Dialog>
    </>
  );
}
