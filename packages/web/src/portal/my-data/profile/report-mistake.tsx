// Below the fields: links that open an email to support about a wrong field. The email names the field and never its
// value, because emails pass through other systems.

import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import { textLink } from '@brama/ui/text-link.ts';
import { useInstance } from '../../../browser/instance.ts';
import { ForeignText } from '../../../frame/foreign-text.tsx';
import { HelpLink } from '../../../frame/help-link.tsx';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/use-user.ts';
import { useFieldLabel } from './profile-fields.tsx';

/** Returns whether users can report a mistake. Without a support address the contact is the help page. */
export function useCanReport(): boolean {
  const { href } = useInstance().contact;
  return Object.keys(useUser().data).length > 0 && href.startsWith('mailto:');
}

export function ReportMistake() {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const fields = Object.keys(useUser().data);
  return (
    <details className="question pt-2 print:hidden">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-chip font-medium text-brand hover:text-brand-hover">
        <ChevronRight aria-hidden="true" className="chevron shrink-0" size={18} />
        {t('report.action')}
      </summary>
      <p className="mt-1 text-text-2">
        <Trans components={{ help: <HelpLink /> }} text={t('report.about')} />
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {fields.map((key) => (
          <li className="min-w-0" key={key}>
            <ReportLink field={label(key)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function ReportLink({ field }: { field: string }) {
  const { t } = useTranslation('profile');
  const { href } = useInstance().contact;
  const subject = encodeURIComponent(t('report.subject', { field }));
  const body = encodeURIComponent(t('report.body', { field }));
  return (
    <a
      aria-label={t('report.label', { field })}
      className={`${textLink} inline-flex min-h-11 max-w-full items-center wrap-anywhere`}
      href={`${href}?subject=${subject}&body=${body}`}
    >
      <ForeignText>{field}</ForeignText>
    </a>
  );
}
