// Creates a user or a guest, with an invitation if wanted.
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { basePath } from '../page-data.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useKeptUser } from '../ui/use-kept-user.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { typedErrors } from './typed-errors.ts';
import { dataErrors, givenPeriod, givenRecord, periodFields, recordFields } from './user-fields.ts';

const empty: FormValues = {};

const namesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((name) => name.trim())
    .filter(Boolean);

function bodyOf(values: FormValues, sponsor: ChosenUser | undefined) {
  const { validFrom, validUntil } = givenPeriod(values);
  const groups = namesOf(values['groups'] ?? '');
  const { fullName = '', ...record } = givenRecord(values, empty);
  return {
    ...record,
    fullName,
    username: values['username'] ?? '',
    ...(groups.length > 0 && { groups }),
    ...(validFrom && { validFrom }),
    ...(validUntil && { validUntil }),
    ...(sponsor && { sponsorId: sponsor.id }),
    ...(values['invite'] === 'true' && { invite: true }),
  };
}

/** Returns what is typed so far. The tax number is checked with the creation. */
function typedOf(values: FormValues) {
  const {
    username,
    taxId: _taxId,
    invite: _invite,
    ...given
  } = {
    invite: undefined,
    ...bodyOf(values, undefined),
  };
  const { fullName, ...others } = given;
  return { ...others, ...(fullName && { fullName }), ...(username && { username }) };
}

function fieldsOf(): FormField[] {
  const t = wordsOf('users');
  const labels = wordsOf('profile');
  return [
    { name: 'username', label: labels('fields.username'), required: true },
    ...recordFields('new'),
    { name: 'groups', label: t('new.groups'), hint: t('new.groups-hint') },
    ...periodFields(),
    { name: 'invite', label: t('new.invite'), hint: t('new.invite-hint'), kind: 'flag' },
  ];
}

export function NewUserPage() {
  const t = wordsOf('users');
  const { user: sponsor, choose: setSponsor, forget } = useKeptUser('new-user');
  const [key] = useState(newIdempotencyKey);
  const create = async (values: FormValues) => {
    const { id } = await dataOf(
      admin.POST('/api/admin/users', { params: { header: key }, body: bodyOf(values, sponsor) }),
    );
    forget();
    goTo(`${basePath}/users/${id}`);
  };
  return (
    <Page lead={t('new.lead')} title={t('new.title')}>
      <Form
        done={t('new.done')}
        fields={fieldsOf()}
        id="new-user"
        initial={empty}
        onCancel={() => {
          forget();
          goTo(hrefOf('/users'));
        }}
        save={create}
        submitLabel={t('new.action')}
        validate={async (values) => {
          const errors = dataErrors(values);
          return errors['data'] ? errors : typedErrors(typedOf(values));
        }}
      >
        <div>
          <UserField
            label={wordsOf('shell')('form.optional', { label: t('new.sponsor') })}
            onChange={setSponsor}
            value={sponsor}
          />
          <p className="mt-1.5 text-muted text-sm">{t('new.sponsor-hint')}</p>
        </div>
      </Form>
    </Page>
  );
}
