// The end pages of Diia: no linked user, method off, cookies blocked. They explain the reason and list what to do,
// the contact and the other sign-in methods.

import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { useEffect, useRef } from 'react';
import { usePageAddress } from '../../browser/page-address.ts';
import { ContactLink } from '../../frame/contact-link.tsx';
import { usePageTitle } from '../../frame/navigation/use-page-title.ts';
import { richText } from '../../frame/rich-text.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DeadEnd } from './state/diia-state.ts';

type WaysOnProps = { reason: DeadEnd; onRenew: () => void };

export function NextSteps({ reason, onRenew }: WaysOnProps) {
  const { t } = useTranslation('diia');
  const { t: inCommon } = useTranslation('common');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(t(`${reason}.title`), inCommon('error-prefix'));
  // the page has changed completely
  useEffect(() => heading.current?.focus(), []);
  // without cookies no other method works either
  const tryFirst = reason === 'no-cookies';
  const again = (
    <Button key="again" look={tryFirst ? 'primary' : 'secondary'} onClick={onRenew}>
      {t(`${reason}.again`)}
    </Button>
  );
  const others = (
    <a
      className={buttonClass(tryFirst ? 'secondary' : 'primary')}
      href={`/${language}/${carried}`}
      key="others"
    >
      {t('back')}
    </a>
  );
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <h1
        className="mb-2 font-bold text-2xl leading-[1.15] tracking-[-0.02em]"
        id="heading"
        ref={heading}
        tabIndex={-1}
      >
        {t(`${reason}.title`)}
      </h1>
      <div className="text-text-2">
        <Trans
          components={{ ...richText, contact: <ContactLink subject={t('subject')} /> }}
          text={t(`${reason}.text`)}
        />
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        {tryFirst ? [again, others] : [others, again]}
      </div>
    </Column>
  );
}
