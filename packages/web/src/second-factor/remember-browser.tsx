// The checkbox “Don’t ask for a code in this browser”. Absent on shared computers, and where no browser is remembered.
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function RememberBrowser() {
  const { t } = useTranslation('second-factor');
  const { rememberDays, remember } = usePageProps('second-factor');
  if (rememberDays === 0) return null;
  return (
    <div className="mb-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
        <input
          aria-describedby="remember-hint"
          className="size-5 shrink-0 accent-brand"
          defaultChecked={remember}
          id="remember"
          name="remember"
          type="checkbox"
          value="true"
        />
        {t('second-factor.remember', { count: rememberDays })}
      </label>
      <p className="-mt-1.5 ps-8 text-sm text-text-2" id="remember-hint">
        {t('second-factor.remember-hint')}
      </p>
    </div>
  );
}
