// The passkeys of the user, on the account page: the list, with what the user can change, and a button that adds one.

import { numbered } from '@brama/contract/pages/numbered';
import type { PasskeysResponse } from '@brama/contract/sign-in/passkey/schemas';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect } from 'react';
import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SetUpChip } from '../account/set-up-chip.tsx';
import { ConfirmFirst } from '../my-data/confirm-first.tsx';
import { AddPasskey } from './add-button.tsx';
import { passkeysQuery, signalPasskeys } from './passkey-calls.ts';
import { PasskeyEntry } from './passkey-entry.tsx';

/** Equal names get a number, so that each name is unique. */
function useNames({ passkeys }: PasskeysResponse): string[] {
  const { t } = useTranslation('account');
  return numbered(
    passkeys.map(({ name, authenticator }) => name || authenticator || t('passkeys.unnamed')),
  );
}

/** `onChange` is called after an action has succeeded or was refused, and the focused element has disappeared. */
export function Passkeys({ onChange }: { onChange: () => void }) {
  const { data } = useQuery(passkeysQuery);
  useEffect(() => {
    if (data) signalPasskeys(data);
  }, [data]);
  return data ? <Loaded answer={data} onChange={onChange} /> : null;
}

function Loaded({ answer, onChange }: { answer: PasskeysResponse; onChange: () => void }) {
  const { t } = useTranslation('account');
  const { passkeys, fresh, missing, lastWayIn, lastFactor } = answer;
  const names = useNames(answer);
  return (
    <SettingRow
      action={
        fresh ? (
          <AddPasskey isFull={passkeys.length >= answer.max} onChange={onChange} />
        ) : undefined
      }
      below={
        <>
          {passkeys.length > 0 ? (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey, index) => (
                <PasskeyEntry
                  canRemove={fresh && !lastWayIn && !lastFactor}
                  key={passkey.id}
                  name={names[index] ?? ''}
                  onChange={onChange}
                  passkey={passkey}
                />
              ))}
            </ul>
          ) : null}
          {lastWayIn || lastFactor ? (
            <p className="mt-2 text-text-2">
              {t(lastWayIn ? 'passkeys.last-way-in' : 'passkeys.last-factor')}
            </p>
          ) : null}
          {fresh ? null : (
            <div className="mt-2 print:hidden">
              <ConfirmFirst missing={missing} signInText={t('passkeys.not-recent')} />
            </div>
          )}
        </>
      }
      icon={<KeyRound aria-hidden="true" size={20} />}
      level={3}
      state={<SetUpChip isSet={passkeys.length > 0} />}
      title={t('passkeys.title')}
    >
      <p className="text-text-2">
        {t('passkeys.about')} <MoreAbout />
      </p>
    </SettingRow>
  );
}

function MoreAbout() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <a className={`${textLink} print:hidden`} href={`/${language}/faq${carried}#passkeys`}>
      {t('passkeys.more')}
    </a>
  );
}
