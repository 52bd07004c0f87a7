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
  const rows = [
    { name: t('invitations.sent'), count: invitations.sent },
    { name: t('invitations.waiting'), count: invitations.waiting },
    ...invitations.leftOut.map(({ code, count }) => ({
      name: t(`invitations.left-out.${code}`),
      count,
    })),
    { name: t('without'), count: withoutWay.count },
    { name: t('with-code'), count: withoutWay.withCode },
  ].filter(({ count }) => count > 0);
  return (
    <>
      {choice === 'invite' && !areInvitationsOn ? <p>{t('no-email-server')}</p> : null}
      {rows.length === 0 ? <p>{t('all-have-way')}</p> : null}
      {rows.length > 0 ? (
        <DefinitionRows>
          {rows.map(({ name, count }) => (
            <DefinitionRow key={name} name={name}>
              {numberText(count)}
            </DefinitionRow>
          ))}
        </DefinitionRows>
      ) : null}
    </>
  );
}
