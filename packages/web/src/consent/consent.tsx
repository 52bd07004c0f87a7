// An application of others asks for what is known of the person, who sees the very values and decides. A plain
// form, so that it works without JavaScript; `proof` tells the server who was shown what.
import { Trans, useTranslation } from 'react-i18next';
import { ForeignText } from '../frame/foreign-text.tsx';
import { AskLink } from '../interaction/ask-link.tsx';
import { answer } from '../interaction/interaction-state.ts';
import { useSingleSubmit } from '../interaction/use-single-submit.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { textLink } from '../ui/text-link.ts';

/** Scope → what would be told; what is empty is not asked for, and hidden by its row. */
const values = {
  profile: answer.giveProfile,
  email: answer.giveEmail,
  groups: answer.giveGroups,
  campus: answer.giveCampus,
  tax_id: answer.giveTaxId,
} as const;

export function Screen() {
  const { t } = useTranslation('answers');
  const { message, consentHost, consentUser, consentUntil, consentKnown, wayOn, proof } = answer;
  const onSubmit = useSingleSubmit();
  return (
    <Column>
      <PageHeading lead={t('consent.text', { app: message })}>{t('consent.title')}</PageHeading>
      <p className="mt-2 text-sm text-text-2 wrap-anywhere has-[span:empty]:hidden">
        {t('consent.address')}{' '}
        <span className="inline-block max-w-full">
          <Address>{consentHost}</Address>
        </span>
      </p>
      <form action={wayOn} className="mt-5" method="post" onSubmit={onSubmit}>
        <input name="proof" type="hidden" value={proof} />
        <h2 className="font-semibold text-md">{t('consent.learns')}</h2>
        <dl className="mt-2 border-line border-t">
          <Row name={t('consent.scopes.openid')} value={t('consent.openid')} />
          {Object.entries(values).map(([scope, value]) => (
            <Row
              key={scope}
              name={t(`consent.scopes.${scope as keyof typeof values}`)}
              value={value}
            />
          ))}
          <Row name={t('consent.services')} value={answer.giveServices} />
        </dl>
        <p className="mt-3 text-sm text-text-2 has-[span:empty]:hidden">
          {t('consent.known')} <span>{consentKnown}</span>
        </p>
        <p className="mt-3 text-sm text-text-2">{consentUntil}</p>
        <p className="mt-3 text-sm text-text-2 empty:hidden">{answer.consentServicesUntil}</p>
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
          {t('consent.user', { user: consentUser })}{' '}
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
          components={{ ask: <AskLink /> }}
          i18nKey="consent.ask"
          ns="answers"
          t={t}
          values={{ whom: '' }}
        />
      </p>
    </Column>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="border-line border-b py-2.5 has-[dd:empty]:hidden">
      <dt className="text-muted text-sm first-letter:uppercase">{name}</dt>
      <dd className="wrap-anywhere">
        <ForeignText>{value}</ForeignText>
      </dd>
    </div>
  );
}
