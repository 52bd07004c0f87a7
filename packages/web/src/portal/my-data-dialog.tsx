// «My data»: every field the server tells about the user, in its order.
import { Trans, useTranslation } from 'react-i18next';
import { HelpLink } from '../frame/help-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useUser } from '../user-query.ts';
import { useLanguage } from '../words/use-language.ts';
import { profileText } from './profile-value.ts';
import { useFieldLabel } from './use-field-label.ts';

type MyDataDialogProps = { open: boolean; onClose: () => void };

export function MyDataDialog({ open, onClose }: MyDataDialogProps) {
  const { t } = useTranslation(['profile', 'common']);
  const label = useFieldLabel();
  const fields = Object.entries(useUser().data);
  return (
    <Dialog
      closeLabel={t('common:actions.close')}
      onClose={onClose}
      open={open}
      title={t('profile:title')}
    >
      <p className="mb-5 text-text-2">
        <Trans components={{ help: <HelpLink /> }} i18nKey="description" ns="profile" t={t} />
      </p>
      {fields.length === 0 ? (
        <p>{t('profile:none')}</p>
      ) : (
        <dl className="divide-y divide-line border-line border-t">
          {fields.map(([key, value]) => (
            <div className="py-3 sm:grid sm:grid-cols-[2fr_3fr] sm:gap-4" key={key}>
              <dt className="text-muted wrap-anywhere">
                {t('profile:name', { field: label(key) })}
              </dt>
              <dd className="wrap-anywhere">
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function Value({ value }: { value: string | null }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  if (value) return profileText(value, language);
  return (
    <>
      <span aria-hidden="true">{t('empty')}</span>
      <span className="sr-only">{t('empty-label')}</span>
    </>
  );
}
