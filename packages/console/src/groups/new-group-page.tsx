// Creates a group.
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { givenGroup, groupFields } from './group-fields.ts';

export function NewGroupPage() {
  const t = wordsOf('groups');
  const [header] = useState(newIdempotencyKey);
  const create = async (values: FormValues) => {
    const { title, secondFactor } = givenGroup(values);
    const { name } = await dataOf(
      admin.POST('/api/admin/groups', {
        params: { header },
        body: {
          name: values['name'] ?? '',
          ...(title && { title }),
          ...(secondFactor && { secondFactor }),
        },
      }),
    );
    goTo(hrefOf(`/groups/${encodeURIComponent(name)}`));
  };
  return (
    <Page lead={t('about')} title={t('create')}>
      <Form
        done={t('created')}
        fields={[
          {
            name: 'name',
            label: t('short-name'),
            hint: t('name-hint'),
            required: true,
            maxLength: 64,
          },
          ...groupFields(),
        ]}
        id="new-group"
        initial={{}}
        onCancel={() => goTo(hrefOf('/groups'))}
        save={create}
        submitLabel={t('create')}
      />
    </Page>
  );
}
