// Who answers for an application.
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { applicationKey, type Overview } from './queries.ts';

type OwnersSectionProps = { id: string; items: Overview['owners'] };

export function OwnersSection({ id, items }: OwnersSectionProps) {
  const t = wordsOf('applications');
  const may = useMay();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (userId: string) =>
      dataOf(
        admin.PUT('/api/admin/applications/{id}/owners/{userId}', {
          params: { path: { id, userId } },
        }),
      ),
    onSuccess: () => {
      announce(t('owners.added'));
      return queries.invalidateQueries({ queryKey: applicationKey(id) });
    },
  });
  const [chosen, setChosen] = useState<ChosenUser>();
  const isAllowed = may('applications.manage');
  return (
    <Section id="owners" lead={t('owners.about')} title={t('owners.title')}>
      <ul className="divide-y divide-line border-line border-y">
        {items.length === 0 ? <li className="py-2 text-text-2">{t('owners.none')}</li> : null}
        {items.map((owner) => (
          <li className="row flex flex-wrap items-center justify-between gap-3 py-2" key={owner.id}>
            <span>
              {may('users.read') ? (
                <a className={textLink} href={hrefOf(`/users/${owner.id}`)}>
                  {owner.fullName}
                </a>
              ) : (
                owner.fullName
              )}{' '}
              <span className="text-text-2">{owner.username}</span>
            </span>
            {isAllowed ? (
              <ActButton
                act={() =>
                  dataOf(
                    admin.DELETE('/api/admin/applications/{id}/owners/{userId}', {
                      params: { path: { id, userId: owner.id } },
                    }),
                  )
                }
                changes={[applicationKey(id)]}
                confirm={{
                  title: t('owners.remove-question', { name: owner.fullName }),
                  text: t('owners.remove-text'),
                }}
                done={t('owners.removed')}
              >
                {t('owners.remove')}
              </ActButton>
            ) : null}
          </li>
        ))}
      </ul>
      {isAllowed && may('users.read') ? (
        <div className="mt-4 max-w-form">
          <UserField label={t('owners.add')} onChange={setChosen} value={undefined} />
          <ConfirmDialog
            action={t('owners.add')}
            onCancel={() => setChosen(undefined)}
            onConfirm={() => {
              setChosen(undefined);
              if (chosen) add.mutate(chosen.id);
            }}
            open={chosen !== undefined}
            title={t('owners.add-question', { name: chosen?.fullName ?? '' })}
          >
            {chosen?.username}
          </ConfirmDialog>
          {add.error ? <ProblemText error={add.error} /> : null}
        </div>
      ) : null}
    </Section>
  );
}
