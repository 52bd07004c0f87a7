// One passkey in the list: its name, what is known about it, and its actions.

import { paths } from '@brama/contract/paths';
import type { Passkey } from '@brama/contract/sign-in/passkey/schemas';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { AskFirst } from '../my-data/ask-first.tsx';
import { isUnconfirmed } from '../my-data/confirm-first.tsx';
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
  const { t } = useTranslation('account');
  return (
    <li>
      <SettingRow
        action={
          <div className="flex flex-wrap items-start gap-3">
            <RenamePasskey name={name} passkey={passkey} />
            {canRemove ? <RemovePasskey name={name} onChange={onChange} passkey={passkey} /> : null}
          </div>
        }
        state={
          <StatusChip kind="note">
            {t(passkey.isBackedUp ? 'passkeys.synced' : 'passkeys.one-device')}
          </StatusChip>
        }
        title={name}
      >
        <About name={name} passkey={passkey} />
      </SettingRow>
    </li>
  );
}

function About({ passkey, name }: Pick<PasskeyEntryProps, 'passkey' | 'name'>) {
  const { t } = useTranslation('account');
  const { authenticator, createdAt, lastUsedAt, identityUntil } = passkey;
  const isNamed = authenticator !== null && !name.startsWith(authenticator);
  return (
    <>
      {isNamed ? <p className="text-sm text-text-2">{authenticator}</p> : null}
      <Moment at={createdAt} words="passkeys.since" />
      {lastUsedAt === null ? (
        <p className="text-sm text-text-2">{t('passkeys.never-used')}</p>
      ) : (
        <Moment at={lastUsedAt} words="passkeys.last-used" />
      )}
      {identityUntil === null ? null : <Moment at={identityUntil} words="passkeys.identity" />}
    </>
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
