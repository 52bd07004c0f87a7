// One passkey in the list: its name, what is known about it, and its actions.

import { paths } from '@brama/contract/paths';
import type { Passkey } from '@brama/contract/sign-in/passkey/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { AskFirst } from '../my-data/ask-first.tsx';
import { isUnconfirmed } from '../my-data/confirm-first.tsx';
import { entryAction, entryText, listEntry } from '../my-data/list-section.tsx';
import { useValueText } from '../my-data/profile-value.ts';
import { passkeysQuery, removePasskey } from './passkey-calls.ts';
import { RenamePasskey } from './rename-passkey.tsx';

type PasskeyEntryProps = {
  passkey: Passkey;
  /** Different from the names of the other passkeys. */
  name: string;
  canRemove: boolean;
  onChange: () => void;
};

export function PasskeyEntry({ passkey, name, canRemove, onChange }: PasskeyEntryProps) {
  return (
    <li className={listEntry}>
      <About name={name} passkey={passkey} />
      <div
        className={`${entryAction} flex flex-wrap items-start gap-3 has-[fieldset,input:not([type=hidden])]:mt-3 has-[fieldset,input:not([type=hidden])]:w-full print:hidden`}
      >
        <RenamePasskey name={name} passkey={passkey} />
        {canRemove ? <RemovePasskey name={name} onChange={onChange} passkey={passkey} /> : null}
      </div>
    </li>
  );
}

function About({ passkey, name }: Pick<PasskeyEntryProps, 'passkey' | 'name'>) {
  const { t } = useTranslation('account');
  const { authenticator, isBackedUp, createdAt, lastUsedAt, identityUntil } = passkey;
  const isNamed = authenticator !== null && !name.startsWith(authenticator);
  return (
    <div className={entryText}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="wrap-anywhere">{name}</span>
        <span className="rounded-full border border-line-strong px-2.5 py-0.5 font-medium text-text-2 text-xs">
          {t(isBackedUp ? 'passkeys.synced' : 'passkeys.one-device')}
        </span>
      </p>
      {isNamed ? <p className="text-sm text-text-2">{authenticator}</p> : null}
      <Moment at={createdAt} words="passkeys.since" />
      {lastUsedAt === null ? (
        <p className="text-sm text-text-2">{t('passkeys.never-used')}</p>
      ) : (
        <Moment at={lastUsedAt} words="passkeys.last-used" />
      )}
      {identityUntil === null ? null : <Moment at={identityUntil} words="passkeys.identity" />}
    </div>
  );
}

type MomentProps = { at: string; words: `passkeys.${'since' | 'last-used' | 'identity'}` };

function Moment({ at, words }: MomentProps) {
  const { t } = useTranslation('account');
  const when = useValueText()(at);
  return (
    <p className="text-sm text-text-2">
      <Trans components={{ time: <time dateTime={at} /> }} text={t(words)} values={{ when }} />
    </p>
  );
}

type RemovePasskeyProps = Pick<PasskeyEntryProps, 'passkey' | 'name' | 'onChange'>;

function RemovePasskey({ passkey, name, onChange }: RemovePasskeyProps) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const showAnew = async () => {
    await queries.invalidateQueries(passkeysQuery);
    onChange();
  };
  const deed = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    networkMode: 'always',
    onSuccess: () => {
      showToast({ kind: 'success', title: t('passkeys.removed') });
      return showAnew();
    },
    // the page may have been open for long and its data may be out of date
    onError: (failure) => (isUnconfirmed(failure) ? showAnew() : undefined),
  });
  return (
    <AskFirst
      className="has-[fieldset]:w-full"
      deed={deed}
      form={{ action: paths.removePasskey, field: ['passkey', passkey.id] }}
      label={t('passkeys.remove', { name })}
      words={{
        deed: t('passkeys.remove-short'),
        question: t('passkeys.question', { name }),
        keep: t('passkeys.keep'),
        failed: t('passkeys.not-removed'),
      }}
    />
  );
}
