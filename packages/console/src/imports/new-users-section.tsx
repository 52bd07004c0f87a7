// How the users get in whom an import has created: their invitations, and those who cannot sign in yet.
import { buttonClass } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type NewUsersOfImport, newUsersQuery } from './queries.ts';

export function NewUsers({ id }: { id: string }) {
  const t = wordsOf('new-users');
  const may = useMay();
  const query = useQuery(newUsersQuery(id));
  const mayMake = may('factors.write') && (query.data?.withoutWay.count ?? 0) > 0;
  const make = (
    <a
      className={`${buttonClass('secondary')} print:hidden`}
      href={hrefOf(`/imports/${id}/access-codes`)}
    >
      {t('make')}
    </a>
  );
  return (
    <Section
      action={mayMake ? make : null}
      id="new-users"
      lead={query.data ? t(`choice.${query.data.choice}`) : undefined}
      title={t('title')}
    >
      <QueryState query={query} rows={2}>
        {(found) => <Facts found={found} />}
      </QueryState>
    </Section>
  );
}

function Facts({ found }: { found: NewUsersOfImport }) {
  const t = wordsOf('new-users');
  const { choice, areInvitationsOn, invitations, withoutWay } = found;
  return (
    <>
      {choice === 'invite' && !areInvitationsOn ? <p>{t('no-email-server')}</p> : null}
      <DefinitionRows>
        {choice === 'invite' ? (
          <>
            <DefinitionRow name={t('invitations.sent')}>
              {numberText(invitations.sent)}
            </DefinitionRow>
            <DefinitionRow name={t('invitations.waiting')}>
              {numberText(invitations.waiting)}
            </DefinitionRow>
          </>
        ) : null}
        {invitations.leftOut.map(({ code, count }) => (
          <DefinitionRow key={code} name={t(`invitations.left-out.${code}`)}>
            {numberText(count)}
          </DefinitionRow>
        ))}
        <DefinitionRow name={t('without')}>{numberText(withoutWay.count)}</DefinitionRow>
        <DefinitionRow name={t('with-code')}>{numberText(withoutWay.withCode)}</DefinitionRow>
      </DefinitionRows>
    </>
  );
}
