// Three steps to follow, and a warning about fraud.
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useInstance } from '../../browser/instance.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Address } from '../../ui/address.tsx';

const steps = ['open', 'scan', 'confirm'] as const;

export function Steps() {
  const { t } = useTranslation('diia');
  return (
    <ol className="grid gap-3.5">
      {steps.map((step, index) => (
        <li className="flex gap-3.5 text-text-2" key={step}>
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full border border-transparent bg-brand-tint font-semibold text-brand text-sm"
          >
            {index + 1}
          </span>
          <span className="pt-0.5">{t(`steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

export function Warning() {
  const { t } = useTranslation('diia');
  const { host } = useInstance();
  return (
    <div className="flex gap-3 rounded-control border border-transparent bg-warning-tint px-4 py-3.5 text-sm text-warning-ink">
      <ShieldAlert aria-hidden="true" className="mt-0.5 shrink-0" size={20} />
      <div className="min-w-0">
        <p>
          <b className="font-semibold">{t('warning.title')}</b> {t('warning.text')}
        </p>
        <p className="mt-1 wrap-anywhere">
          {t('host')}{' '}
          <b className="inline-block max-w-full font-semibold">
            <Address>{host}</Address>
          </b>
        </p>
      </div>
    </div>
  );
}
