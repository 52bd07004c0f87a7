// Renames a passkey, in a form that replaces its button. Focus moves to the field and back to the button. Without JavaScript
// the form opens below the button.

import { paths } from '@brama/contract/paths';
import { maxPasskeyNameLength } from '@brama/contract/sign-in/passkey/method';
import type { Passkey } from '@brama/contract/sign-in/passkey/schemas';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Field } from '@brama/ui/field.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { ActionError } from '../my-data/action-error.tsx';
import { PostForm, useWithoutScript } from '../without-script.tsx';
import { passkeysQuery, renamePasskey } from './passkey-calls.ts';

/** `name` is the shown one, which may have a number. */
type RenamePasskeyProps = { passkey: Passkey; name: string };

export function RenamePasskey(props: RenamePasskeyProps) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const label = t('passkeys.rename', { name: props.name });
  const close = () => {
    flushSync(() => setOpen(false));
    place.current?.querySelector('button')?.focus();
  };
  if (useWithoutScript())
    return (
      <details className="open:w-full">
        <summary
          aria-label={label}
          className={`${buttonClass('secondary')} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
        >
          {t('passkeys.rename-short')}
        </summary>
        <div className="mt-3">
          <NameForm {...props} />
        </div>
      </details>
    );
  return (
    <div className={isOpen ? 'w-full' : ''} ref={place}>
      {isOpen ? (
        <NameForm {...props} onClose={close} />
      ) : (
        <Button aria-label={label} look="secondary" onClick={() => setOpen(true)}>
          {t('passkeys.rename-short')}
        </Button>
      )}
    </div>
  );
}

type NameFormProps = Pick<RenamePasskeyProps, 'passkey'> & {
  /** Missing without JavaScript. */
  onClose?: () => void;
};

function NameForm({ passkey, onClose }: NameFormProps) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => renamePasskey(passkey.id, name),
    networkMode: 'always',
    onSuccess: async () => {
      await queries.invalidateQueries(passkeysQuery);
      showToast({ kind: 'success', title: t('passkeys.renamed') });
      onClose?.();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (!isPending && typeof name === 'string') mutate(name.trim());
  };
  return (
    <PostForm
      action={paths.renamePasskey}
      className="rounded-control bg-sunken p-4"
      field={['passkey', passkey.id]}
      onSubmit={submit}
    >
      <ActionError error={error} title={t('passkeys.not-renamed')} />
      <Field
        autoComplete="off"
        className="mb-4"
        defaultValue={passkey.name || passkey.authenticator || ''}
        id={`name-${passkey.id}`}
        label={t('passkeys.name')}
        maxLength={maxPasskeyNameLength}
        name="name"
        pattern=".*\S.*"
        readOnly={isPending}
        ref={field}
        required
        type="text"
      />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" pending={isPending} type="submit">
          {t('passkeys.save')}
        </Button>
        {onClose && (
          <Button disabled={isPending} look="secondary" onClick={onClose} type="button">
            {t('passkeys.cancel')}
          </Button>
        )}
      </div>
    </PostForm>
  );
}
