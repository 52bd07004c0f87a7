// Changes the record of a user.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { Form } from '../ui/form.tsx';
import { readUser, type User, userKey } from './queries.ts';
import { typedErrors } from './typed-errors.ts';
import { givenRecord, recordFields, recordValues } from './user-fields.ts';

/** Returns functions that change a user, and that read the user again after a conflict. */
export function useUserChange(user: User) {
  const queries = useQueryClient();
  const latest = useRef(user);
  if (user.version > latest.current.version) latest.current = user;
  type Body = Parameters<typeof patch>[0];
  const patch = (body: Parameters<typeof send>[1]) => send(latest.current, body);
  return {
    change: async (body: Body) => {
      await patch(body);
      await queries.invalidateQueries({ queryKey: userKey(user.id) });
    },
    readAgain: async () => {
      latest.current = await readUser(user.id);
      return latest.current;
    },
  };
}

type Body = NonNullable<Parameters<typeof admin.PATCH<'/api/admin/users/{id}'>>[1]>['body'];

const send = ({ id, version }: User, body: Body) =>
  changedOf(
    admin.PATCH('/api/admin/users/{id}', {
      params: { path: { id }, header: ifMatch(version) },
      body,
    }),
  );

export function RecordForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const t = wordsOf('users');
  const { change, readAgain } = useUserChange(user);
  const initial = recordValues(user);
  return (
    <Form
      done={t('record.saved')}
      fields={recordFields()}
      id={`user-${user.id}`}
      initial={initial}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => recordValues(await readAgain())}
      save={(values) => change(givenRecord(values, initial))}
      submitLabel={t('record.save')}
      validate={(values) => {
        const { taxId: _taxId, ...given } = givenRecord(values, initial);
        return typedErrors({ id: user.id, ...given });
      }}
    />
  );
}
