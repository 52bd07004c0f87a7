// Changes the record of a user.
import { useQueryClient } from '@tanstack/react-query';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { Form } from '../ui/form.tsx';
import { useEdited } from '../ui/use-edited.ts';
import { withOwners } from './owned.ts';
import { readUser, type User, userKey } from './queries.ts';
import { typedErrors } from './typed-errors.ts';
import { dataErrors, givenRecord, recordFields, recordValues } from './user-fields.ts';

type Body = NonNullable<Parameters<typeof admin.PATCH<'/api/admin/users/{id}'>>[1]>['body'];

/** Changes a user of this version. @throws AdminProblem */
export const changeUser = ({ id, version }: User, body: Body) =>
  changedOf(
    admin.PATCH('/api/admin/users/{id}', {
      params: { path: { id }, header: ifMatch(version) },
      body,
    }),
  );

/** Returns the user whom a form changes, and functions that store the change and read the user again after a conflict. */
export function useUserChange(user: User) {
  const queries = useQueryClient();
  const { edited, readAgain } = useEdited(user, () => readUser(user.id));
  const change = async (body: Body) => {
    await changeUser(edited, body);
    await queries.invalidateQueries({ queryKey: userKey(user.id) });
  };
  return { edited, change, readAgain };
}

export function RecordForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const t = wordsOf('users');
  const { edited, change, readAgain } = useUserChange(user);
  const initial = recordValues(edited);
  return (
    <Form
      done={t('record.saved')}
      fields={withOwners(edited, recordFields())}
      id={`user-${user.id}`}
      initial={initial}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => recordValues(await readAgain())}
      save={(values) => change(givenRecord(values, initial))}
      submitLabel={t('record.save')}
      validate={async (values) => {
        const errors = dataErrors(values);
        if (errors['data']) return errors;
        const { taxId: _taxId, ...given } = givenRecord(values, initial);
        return typedErrors({ id: user.id, ...given });
      }}
    />
  );
}
