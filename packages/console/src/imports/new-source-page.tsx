// Creates a source of users: from files, or from the state register.
import { textLink } from '@brama/ui/text-link.ts';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Radios } from './mapping/controls.tsx';
import { usualRule } from './mapping/mapping-draft.ts';
import { givenSource, sourceFields, usualValues } from './source-fields.ts';

type Kind = 'file' | 'edebo';

const lists = ['students', 'staff'] as const;

export function NewSourcePage() {
  const t = wordsOf('import-files');
  const imports = wordsOf('imports');
  const [kind, setKind] = useState<Kind>('file');
  return (
    <Page
      lead={
        <>
          {t('new.lead')}{' '}
          <a className={textLink} href={hrefOf('/imports')}>
            {imports('one.back')}
          </a>
        </>
      }
      title={t('new.title')}
    >
      <div className="flex max-w-dialog flex-col gap-5">
        <div>
          <Radios
            legend={t('new.kind')}
            onChange={setKind}
            options={(['file', 'edebo'] as const).map((value) => ({
              value,
              label: imports(`sources.kinds.${value}`),
            }))}
            value={kind}
          />
          <p className="text-muted text-sm">{t('new.kind-hint')}</p>
        </div>
        <SourceForm kind={kind} key={kind} />
      </div>
    </Page>
  );
}

function fieldsOf(kind: Kind): FormField[] {
  const t = wordsOf('import-files');
  const name: FormField = {
    name: 'name',
    label: t('new.name'),
    hint: t('new.name-hint', { example: 'students' }),
    required: true,
    maxLength: 64,
  };
  const list: FormField = {
    name: 'list',
    label: t('new.list'),
    kind: 'choice',
    required: true,
    options: lists.map((value) => ({ value, label: t(`new.lists.${value}`) })),
  };
  const always = ['title.uk', 'title.en'];
  return [
    name,
    ...(kind === 'edebo' ? [list] : []),
    // a new source comes after all others
    ...sourceFields()
      .filter((field) => field.name !== 'position')
      .map((field) => ({ ...field, isFolded: !always.includes(field.name) })),
  ];
}

function SourceForm({ kind }: { kind: Kind }) {
  const t = wordsOf('import-files');
  const create = async (values: FormValues) => {
    const { position: _, ...given } = givenSource(values);
    const { name } = await dataOf(
      admin.POST('/api/admin/sources', {
        body: {
          ...given,
          name: values['name'] ?? '',
          kind,
          mapping:
            kind === 'edebo'
              ? { version: 1, list: values['list'], username: { rule: usualRule } }
              : null,
        },
      }),
    );
    goTo(hrefOf(`/imports/sources/${name}`));
  };
  return (
    <Form
      done={t('new.created')}
      fields={fieldsOf(kind)}
      foldedTitle={t('new.more')}
      id="new-source"
      initial={{ ...usualValues, list: 'students' }}
      onCancel={() => goTo(hrefOf('/imports'))}
      save={create}
      submitLabel={t('new.create')}
    />
  );
}
