// The roles of a user, and erasing the user.
import { roles } from '@brama/contract/admin/roles';
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay, useMe } from '../api/me.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useMayDo } from './acts.ts';
import { type User, userKey } from './queries.ts';

type Role = (typeof roles)[number];

export function RolesSection({ user }: { user: User }) {
  const t = wordsOf('users');
  const own = user.roles ?? [];
  return (
    <Section id="roles" lead={t('roles.about')} title={t('roles.title')}>
      <ul className="divide-y divide-line border-line border-y">
        {roles.map((role) => (
          <li className="row flex flex-wrap items-center justify-between gap-3 py-2" key={role}>
            <RoleRow hasRole={own.includes(role)} role={role} user={user} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RoleRow({ user, role, hasRole }: { user: User; role: Role; hasRole: boolean }) {
  const t = wordsOf('users');
  const shell = wordsOf('shell');
  const may = useMay();
  const me = useMe();
  const [isWaiting, setWaiting] = useState(false);
  const params = { params: { path: { id: user.id, role } } };
  const act = async () => {
    const answer = hasRole
      ? await dataOf(admin.DELETE('/api/admin/users/{id}/roles/{role}', params))
      : await dataOf(admin.PUT('/api/admin/users/{id}/roles/{role}', params));
    setWaiting(answer !== undefined);
  };
  const name = shell(`roles.${role}`);
  const isOwnLoss = hasRole && me.id === user.id;
  return (
    <>
      <span className={hasRole ? 'font-semibold' : 'text-text-2'}>
        {name}
        {hasRole ? '' : ` — ${t('roles.no')}`}
      </span>
      {isWaiting ? (
        <a className={textLink} href={hrefOf('/approvals')}>
          {t('help.waits')}
        </a>
      ) : null}
      {may('roles.write') && !isWaiting ? (
        <ActButton
          act={act}
          changes={[userKey(user.id)]}
          confirm={{
            title: t(hasRole ? 'roles.revoke-question' : 'roles.grant-question', {
              name: user.fullName,
              role: name,
            }),
            text: isOwnLoss ? t('roles.own') : t('roles.text'),
          }}
          done={t('roles.changed')}
        >
          {t(hasRole ? 'roles.revoke' : 'roles.grant')}
        </ActButton>
      ) : null}
    </>
  );
}

type Report = Awaited<ReturnType<typeof eraseUser>>;

const eraseUser = (id: string) =>
  dataOf(admin.DELETE('/api/admin/users/{id}', { params: { path: { id } } }));

export function EraseSection({ user }: { user: User }) {
  const t = wordsOf('users');
  const shell = wordsOf('shell');
  const mayDo = useMayDo();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [report, setReport] = useState<Report>();
  const close = () => {
    setOpen(false);
    if (report) void queries.invalidateQueries({ queryKey: ['users'] });
  };
  const save = async ({ username }: Readonly<Record<string, string>>) => {
    if (username !== user.username) throw new FormError({ username: t('erase.mismatch') });
    setReport(await eraseUser(user.id));
  };
  return (
    <Section id="erase" lead={t('erase.about')} title={t('erase.title')}>
      {mayDo('erase') ? (
        <Button
          className="print:hidden"
          look="secondary"
          onClick={() => setOpen(true)}
          type="button"
        >
          {t('erase.action')}
        </Button>
      ) : (
        <p className="text-text-2">{t('erase.protected')}</p>
      )}
      <Dialog closeLabel={shell('close')} onClose={close} open={isOpen} title={t('erase.title')}>
        {report ? (
          <Alert kind="success" title={t('erase.done')}>
            <ErasureReport report={report} />
            <p className="mt-3">
              <a className={textLink} href={hrefOf('/users')}>
                {t('list.title')}
              </a>
            </p>
          </Alert>
        ) : (
          <>
            <p className="mb-4 max-w-prose">{t('erase.text', { name: user.fullName })}</p>
            <div className="mb-4">
              <ErasurePreview id={user.id} />
            </div>
            <Form
              done={t('erase.done')}
              fields={[
                {
                  name: 'username',
                  label: t('erase.type', { username: user.username }),
                  required: true,
                },
              ]}
              id={`erase-${user.id}`}
              keepsDraft={false}
              initial={{ username: '' }}
              onCancel={close}
              save={save}
              submitLabel={t('erase.action')}
            />
          </>
        )}
      </Dialog>
    </Section>
  );
}

/** What the erasure would report, before it. */
function ErasurePreview({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [...userKey(id), 'erasure'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/users/{id}/erasure', { params: { path: { id } }, signal })),
    // each request is an event
    refetchOnWindowFocus: false,
  });
  return (
    <QueryState query={query} rows={3}>
      {(report) => <ErasureReport report={report} />}
    </QueryState>
  );
}

/** The server names kinds of records in English. */
function ErasureReport({ report: { deleted, kept } }: { report: Report }) {
  const t = wordsOf('users');
  return (
    <>
      <p className="font-semibold">{t('erase.deleted')}</p>
      <ul className="list-disc ps-5">
        {deleted.map(({ what, count }) => (
          <li key={what}>
            {erasedText(what)}: {count}
          </li>
        ))}
      </ul>
      <p className="mt-2 font-semibold">{t('erase.kept')}</p>
      <ul className="list-disc ps-5">
        {kept.map(({ what, count }) => (
          <li key={what}>
            {erasedText(what)}: {count}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The name of a kind of records; a newer server may have others. */
const erasedText = (what: string) => findText('users', `erase.kinds.${what}`) ?? what;
