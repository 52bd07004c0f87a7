// The page “I can’t sign in”: the ways back into an account. It is the same for every user and reveals nothing about one.

import { passwordPath } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import AtSign from 'lucide-react/icons/at-sign';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import Smartphone from 'lucide-react/icons/smartphone';
import Ticket from 'lucide-react/icons/ticket';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { RichLink } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Option → the path below the language. The most likely option comes first. */
const pathOf = {
  password: `${passwordPath}/forgot`,
  passkey: '',
  'recovery-code': '',
  diia: 'diia',
  email: `${recoveryPath}/email`,
  'access-code': `${recoveryPath}/access-code`,
} as const;
type Option = keyof typeof pathOf;

const iconOf = {
  password: Mail,
  passkey: KeyRound,
  'recovery-code': ListChecks,
  diia: Smartphone,
  email: AtSign,
  'access-code': Ticket,
} as const;

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
      <ul className="mt-6 grid gap-3">
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
  const Icon = iconOf[option];
  return (
    <li className={option === 'passkey' ? 'with-script' : ''}>
      <ChoiceRow
        className="py-2.5"
        hint={t(`recovery.options.${option}.text`)}
        href={`/${language}/${pathOf[option]}${carried}`}
        icon={<Icon aria-hidden="true" className="shrink-0 text-brand" size={24} />}
        title={t(`recovery.options.${option}.title`)}
      />
    </li>
  );
}
