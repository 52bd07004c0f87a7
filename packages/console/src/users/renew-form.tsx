// Lets a guest stay longer, if wanted with another user who answers for the guest.
import { Button } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { isoOfLocal } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { useKeptUser } from '../ui/use-kept-user.ts';
import { UserField } from '../ui/user-field.tsx';
import { type User, userKey } from './queries.ts';

const empty: FormValues = { validUntil: '' };

export function RenewGuest({ user }: { user: User }) {
  const t = wordsOf('users');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <RenewForm onEnd={() => setOpen(false)} user={user} />;
  return (
    <div className="mt-4 print:hidden">
      <Button look="secondary" onClick={() => setOpen(true)} type="button">
        {t('renew.action')}
      </Button>
    </div>
  );
}

function RenewForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const t = wordsOf('users');
  const queries = useQueryClient();
  const { user: sponsor, choose: setSponsor, forget } = useKeptUser(`renew-${user.id}`);
  const end = () => {
    forget();
    onEnd();
  };
  const [header] = useState(newIdempotencyKey);
  const renew = async ({ validUntil = '' }: FormValues) => {
    const end = isoOfLocal(validUntil);
    if (end === undefined) throw new FormError({ validUntil: t('renew.missing') });
    await dataOf(
      admin.POST('/api/admin/users/{id}/renewals', {
        params: { path: { id: user.id }, header },
        body: { validUntil: end, ...(sponsor && { sponsorId: sponsor.id }) },
      }),
    );
    await queries.invalidateQueries({ queryKey: userKey(user.id) });
  };
  return (
    <div className="mt-4 print:hidden">
      <Form
        done={t('renew.done')}
        fields={[
          { name: 'validUntil', label: t('renew.until'), kind: 'date-time', required: true },
        ]}
        id={`renew-${user.id}`}
        initial={empty}
        onCancel={end}
        onDone={end}
        save={renew}
        submitLabel={t('renew.action')}
      >
        <UserField label={t('renew.sponsor')} onChange={setSponsor} value={sponsor} />
      </Form>
    </div>
  );
}
