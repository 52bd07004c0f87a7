// Shows new recovery codes, once: to print, to copy or to write down.

import { userHashParameter } from '@brama/contract/paths';
import { newCodesPath } from '@brama/contract/second-factor/second-factor';
import { Alert } from '@brama/ui/alert.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { Copy } from '@brama/ui/icons/copy.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import Printer from 'lucide-react/icons/printer';
import { useInstance } from '../../browser/instance.ts';
import { usePageAddress } from '../../browser/page-address.ts';
import { usePageProps } from '../../browser/page-props.ts';
import { moment } from '../../i18n/moment.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';

const pageId = 'second-factor-codes';

export function Screen() {
  const { t } = useTranslation('second-factor-set-up');
  const { after, codes, hasEndedOthers } = usePageProps(pageId);
  const isShown = codes.length === 0;
  return (
    <Column>
      {after ? (
        <Alert className="mb-6 print:hidden" kind="success" title={t(`codes.after.${after}`)}>
          {hasEndedOthers ? t('codes.others-ended') : null}
        </Alert>
      ) : null}
      <PageHead lead={t(isShown ? 'codes.shown' : 'codes.text')}>{t('codes.title')}</PageHead>
      {isShown ? <MakeNew /> : <Codes />}
    </Column>
  );
}

function Codes() {
  const { t } = useTranslation('second-factor-set-up');
  const { codes, href } = usePageProps(pageId);
  return (
    <>
      <About />
      <ol
        aria-label={t('codes.list')}
        className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-2 rounded-control bg-sunken p-4 print:grid-cols-2 print:bg-transparent print:p-0"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="text-md tracking-wide whitespace-nowrap" translate="no">
              {code}
            </code>
          </li>
        ))}
      </ol>
      <p className="mt-4 font-medium">{t('codes.once')}</p>
      <Keep codes={codes} />
      <a className={`${buttonClass('primary')} mt-6 print:hidden`} href={href}>
        {t('codes.continue')}
      </a>
    </>
  );
}

/** The form was sent again, or the page is opened again, and the codes cannot be shown again. */
function MakeNew() {
  const { t } = useTranslation('second-factor-set-up');
  const { userHash, href } = usePageProps(pageId);
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <a className={buttonClass('primary')} href={href}>
        {t('codes.go-on')}
      </a>
      <form action={`/${language}/${newCodesPath}${carried}`} method="post">
        <input name={userHashParameter} type="hidden" value={userHash} />
        <Button look="secondary" type="submit">
          {t('codes.make-new')}
        </Button>
      </form>
    </div>
  );
}

/** Whose codes they are, which paper does not say. */
function About() {
  const { t } = useTranslation('second-factor-set-up');
  const { username, createdAt } = usePageProps(pageId);
  const { organisation, host } = useInstance();
  const language = useLanguage();
  const timeZone = useIsBeforeHydration() ? 'Europe/Kyiv' : undefined;
  return (
    <div className="mt-3 text-sm text-text-2">
      <p className="wrap-anywhere">{t('codes.for', { username, host, organisation })}</p>
      <p>
        <time dateTime={createdAt}>
          {t('codes.made', { when: moment(createdAt, language, timeZone) })}
        </time>
      </p>
    </div>
  );
}

/** Buttons that need JavaScript. */
function Keep({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('second-factor-set-up');
  const isBeforeHydration = useIsBeforeHydration();
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ kind: 'success', title: t('codes.copied') }),
      () => showToast({ kind: 'error', title: t('codes.not-copied') }),
    );
  return (
    <div className="with-script mt-5 flex flex-wrap gap-3 print:hidden">
      <Button
        icon={<Printer aria-hidden="true" size={18} />}
        look="secondary"
        onClick={() => print()}
      >
        {t('codes.print')}
      </Button>
      {/* absent on pages served over plain http */}
      {isBeforeHydration || !navigator.clipboard ? null : (
        <Button icon={<Copy aria-hidden="true" size={18} />} look="secondary" onClick={copy}>
          {t('codes.copy')}
        </Button>
      )}
    </div>
  );
}
