// The page “I can’t sign in”: the ways back into an account. It is the same for every user and reveals nothing about one.

import { passwordPath } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useId } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { RichLink } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Option → the path below the language. */
const pathOf = {
  password: `${passwordPath}/forgot`,
  passkey: '',
  'recovery-code': '',
  diia: 'diia',
  email: `${recoveryPath}/email`,
  'access-code': `${recoveryPath}/access-code`,
} as const;
type Option = keyof typeof pathOf;

export function Screen() {
  const { t } = useTranslation('recovery');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const { email, diia, passkey } = usePageProps('recovery');
  const isOffered: Record<Option, boolean> = {
    password: email,
    passkey,
    'recovery-code': true,
    diia,
    email,
    'access-code': true,
  };
  const options = (Object.keys(pathOf) as Option[]).filter((option) => isOffered[option]);
  const lead = (
    <Trans
      components={{
        faq: <RichLink href={`/${language}/faq${carried}#cannot-sign-in`} />,
      }}
      text={t('recovery.text')}
    />
  );
  return (
    <Column>
      <PageHead lead={lead}>{t('recovery.title')}</PageHead>
      <ul className="mt-5 divide-y divide-line">
        {options.map((option) => (
          <OptionEntry key={option} option={option} />
        ))}
      </ul>
      <p className="mt-5 text-text-2">
        <Trans
          components={{ contact: <ContactLink subject={t('recovery.title')} /> }}
          text={t('recovery.none')}
        />
      </p>
      <p className="mt-3">
        <a
          className={`${textLink} inline-flex min-h-11 items-center`}
          href={`/${language}/${carried}`}
        >
          {t('recovery.back')}
        </a>
      </p>
    </Column>
  );
}

function OptionEntry({ option }: { option: Option }) {
  const { t } = useTranslation('recovery');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const id = useId();
  return (
    <li className={option === 'passkey' ? 'with-script py-5' : 'py-5'}>
      <h2 className="font-semibold text-md" id={id}>
        {t(`recovery.options.${option}.title`)}
      </h2>
      <p className="mt-1 text-text-2">{t(`recovery.options.${option}.text`)}</p>
      <a
        aria-describedby={id}
        className={`${buttonClass('secondary')} mt-3`}
        href={`/${language}/${pathOf[option]}${carried}`}
      >
        {t(`recovery.options.${option}.action`)}
      </a>
    </li>
  );
}
