// The consent page: a third-party application asks for data, and the user sees the exact values and decides. A plain
// form, so that it works without JavaScript. `proof` binds the form to what was shown.

import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageProps } from '../browser/page-props.ts';
import { AskLink } from '../frame/ask-link.tsx';
import { ForeignText } from '../frame/foreign-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSingleSubmit } from '../interaction/use-single-submit.ts';
import { Address } from '../ui/address.tsx';

/** The order in which the page shows the data. */
const scopes = ['profile', 'email', 'groups', 'campus', 'tax_id'] as const;

export function Screen() {
  const { t } = useTranslation('interaction');
  const { application, contact, receiver, user, until, servicesUntil, known, values, ...form } =
    usePageProps('consent');
  const onSubmit = useSingleSubmit();
  return (
    <Column>
      <PageHead lead={t('consent.text', { app: application })}>{t('consent.title')}</PageHead>
      {receiver === '' ? null : (
        <p className="mt-2 text-sm text-text-2 wrap-anywhere">
          {t('consent.address')}{' '}
          <span className="inline-block max-w-full">
            <Address>{receiver}</Address>
          </span>
        </p>
      )}
      <form action={form.action} className="mt-5" method="post" onSubmit={onSubmit}>
        <input name="proof" type="hidden" value={form.proof} />
        <h2 className="font-semibold text-md">{t('consent.learns')}</h2>
        <div className="mt-2">
          <DefinitionRows>
            <Row name={t('consent.scopes.openid')} value={t('consent.openid')} />
            {scopes.map((scope) => (
              <Row key={scope} name={t(`consent.scopes.${scope}`)} value={values[scope]} />
            ))}
            <Row name={t('consent.services')} value={values.services} />
          </DefinitionRows>
        </div>
        {known === '' ? null : (
          <p className="mt-3 text-sm text-text-2">
            {t('consent.known')} <span>{known}</span>
          </p>
        )}
        <p className="mt-3 text-sm text-text-2">{until}</p>
        {servicesUntil === '' ? null : <p className="mt-3 text-sm text-text-2">{servicesUntil}</p>}
        <p className="mt-3 text-sm text-text-2">{t('consent.end')}</p>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button look="secondary" name="decision" type="submit" value="allow">
            {t('consent.allow')}
          </Button>
          <Button look="secondary" name="decision" type="submit" value="refuse">
            {t('consent.refuse')}
          </Button>
        </div>
        <p className="mt-5 text-sm text-text-2 wrap-anywhere">
          {t('consent.user', { user })}{' '}
          <button
            className={`${textLink} min-h-6 cursor-pointer text-start`}
            name="decision"
            type="submit"
            value="another-user"
          >
            {t('consent.another-user')}
          </button>
        </p>
      </form>
      <p className="mt-3 text-sm text-text-2">
        <Trans
          components={{ ask: <AskLink contact={contact} /> }}
          text={t('consent.ask')}
          values={{ whom: '' }}
        />
      </p>
    </Column>
  );
}

/** Renders one row, or nothing if the application does not request this value. */
function Row({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <DefinitionRow name={<span className="block first-letter:uppercase">{name}</span>}>
      <ForeignText>{value}</ForeignText>
    </DefinitionRow>
  );
}
