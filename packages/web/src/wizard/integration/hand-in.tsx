// What next: the file and the message with which the administrator registers the application, and the secret that stays with the
// integrator.

import type { AppId } from '@brama/contract/app-id';
import { buttonClass } from '@brama/ui/button.tsx';
import { Card } from '@brama/ui/card.tsx';
import { Field } from '@brama/ui/field.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useEffect, useState } from 'react';
import { useButtonFacts } from '../../browser/button-facts.ts';
import { ContactLink } from '../../frame/contact-link.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceField } from '../fields/choice-field.tsx';
import { CodeBlock } from './code-block.tsx';
import { manifestEntry, type ProtocolId, protocolIds } from './manifest-entry.ts';
import { faultOfAddress } from './return-address.ts';
import { useSecret } from './use-secret.ts';

const fileName = 'brama-application.yaml';
const exampleAddress = 'https://your-site.example/callback';

/** Returns an address of the text, for as long as it is shown. */
function useFile(text: string | undefined): string | undefined {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    if (text === undefined) return;
    const made = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return href;
}

type HandInProps = {
  /**
   * The typed id, once the server has said that it is free. Without one the file has a new id: applying a file with the id of a
   * registered application would overwrite that application.
   */
  freeId?: AppId | undefined;
  /** The typed id is registered. */
  isRegistered?: boolean;
};

export function HandIn({ freeId, isRegistered = false }: HandInProps) {
  const { t } = useTranslation(['hand-in', 'common']);
  const [protocol, setProtocol] = useState<ProtocolId>('ticket');
  const [typed, setTyped] = useState('');
  // half an address is not yet an error
  const [wasLeft, setWasLeft] = useState(false);
  const made = useSecret();
  const address = typed.trim();
  const fault = address === '' ? undefined : faultOfAddress(address, protocol);
  const file =
    made && address !== '' && fault === undefined && !isRegistered
      ? manifestEntry({ appId: freeId ?? made.appId, protocol, address, secret: made })
      : undefined;
  const href = useFile(file);
  if (isRegistered)
    return (
      <Card className="with-script sm:p-6">
        <h2 className="mb-1 font-semibold text-lg leading-snug tracking-tight">{t('title')}</h2>
        <p className="mb-4 text-text-2">{t('registered')}</p>
        <p>
          <ContactLink subject={t('subject')} />
        </p>
      </Card>
    );
  return (
    <Card className="with-script sm:p-6">
      <h2 className="mb-1 font-semibold text-lg leading-snug tracking-tight">{t('title')}</h2>
      <p className="mb-4 text-text-2">{t('about')}</p>
      <div className="grid gap-5">
        <ChoiceField
          choices={protocolIds.map((value) => ({ value, label: t(`protocol.${value}.label`) }))}
          legend={t('protocol.legend')}
          name="protocol"
          onChoose={setProtocol}
          value={protocol}
        />
        <Field
          autoCapitalize="none"
          autoComplete="off"
          error={wasLeft && fault ? t(`address-error.${fault}`) : undefined}
          errorPrefix={t('common:error-prefix')}
          hint={t(`protocol.${protocol}.address`)}
          id="return-address"
          inputMode="url"
          label={t('address')}
          maxLength={1000}
          name="address"
          onBlur={() => setWasLeft(true)}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={exampleAddress}
          spellCheck={false}
          value={typed}
        />
      </div>
      <MoreInManual />
      {file === undefined ? (
        <p className="mt-5 text-text-2">{t(made ? 'no-address' : 'no-file')}</p>
      ) : (
        <>
          <div className="mt-5">
            <CodeBlock code={file} copied={t('copied')} label={t('file')} note={t('file-note')} />
          </div>
          <a className={`${buttonClass('primary')} mt-4`} download={fileName} href={href}>
            <span className="inline-flex items-center gap-2">
              <Download aria-hidden="true" className="shrink-0" size={18} />
              {t('download')}
            </span>
          </a>
        </>
      )}
      {made && file !== undefined && protocol !== 'cas' ? (
        <CodeBlock
          code={made.secret}
          copied={t('copied')}
          label={t('secret')}
          note={t('secret-note')}
        />
      ) : null}
      <p className="mt-5 text-text-2">{t('send')}</p>
      <p>
        <ContactLink subject={t('subject')} />
      </p>
    </Card>
  );
}

function NewTabLink({ href, children }: { href: string; children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <a className={textLink} href={href} rel="noopener" target="_blank">
      {children}
      <span className="sr-only"> {t('links.new-tab')}</span>
    </a>
  );
}

function MoreInManual() {
  const { t } = useTranslation('hand-in');
  const { manual } = useButtonFacts();
  if (!manual) return null;
  return (
    <p className="mt-3 text-sm text-text-2">
      <Trans components={{ manual: <NewTabLink href={manual.path} /> }} text={t('manual')} />
    </p>
  );
}
