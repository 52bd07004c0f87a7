// Connects an application: first how it signs users in, then what it is.
import { CardLink } from '@brama/ui/card.tsx';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import {
  accessFields,
  givenAccess,
  givenProtocol,
  givenShown,
  nameField,
  type Protocol,
  protocolFields,
  shownFields,
} from './application-fields.ts';
import { typedErrors } from './typed-errors.ts';

const route = getRouteApi('/applications/new');
const protocols = ['oidc', 'cas', 'ticket', 'link'] as const;

export function NewApplicationPage() {
  const t = wordsOf('applications');
  const { protocol } = route.useSearch();
  if (protocol) return <NewApplication key={protocol} protocol={protocol} />;
  return (
    <Page lead={t('new.choose')} title={t('new.title')}>
      <ul className="grid max-w-page gap-4 sm:grid-cols-2">
        {protocols.map((one) => (
          <li key={one}>
            <CardLink
              className="block h-full p-4"
              href={hrefOf('/applications/new', { protocol: one })}
            >
              <span className="block font-semibold">{t(`protocols.${one}`)}</span>
              <span className="mt-1 block text-text-2">{t(`new.about.${one}`)}</span>
            </CardLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** How it looks to users can wait: the form asks for what the sign-in needs. */
const first = ['title.uk', 'title.en', 'description.uk', 'description.en', 'icon'];

function bodyOf(protocol: Protocol, values: FormValues) {
  const { category: _category, contact: _contact, ...shown } = givenShown(values);
  return {
    name: values['name'] ?? '',
    ...shown,
    access: givenAccess(values),
    protocol: givenProtocol(protocol, values),
  };
}

function NewApplication({ protocol }: { protocol: Protocol }) {
  const t = wordsOf('applications');
  const [header] = useState(newIdempotencyKey);
  const create = async (values: FormValues) => {
    const { id } = await dataOf(
      admin.POST('/api/admin/applications', {
        params: { header },
        body: bodyOf(protocol, values),
      }),
    );
    goTo(hrefOf(`/applications/${id}`));
  };
  return (
    <Page
      lead={t(`new.about.${protocol}`)}
      title={t('new.title-of', { protocol: t(`protocols.${protocol}`) })}
    >
      <Form
        done={t('new.done')}
        fields={[
          nameField(),
          // a picture of its own is chosen afterwards
          ...shownFields('choice').filter(({ name }) => first.includes(name)),
          ...protocolFields(protocol),
          ...accessFields(),
        ]}
        id={`new-application-${protocol}`}
        initial={{ 'protocol.metadata.token_endpoint_auth_method': 'client_secret_basic' }}
        onCancel={() => goTo(hrefOf('/applications/new'))}
        save={create}
        submitLabel={t('new.action')}
        validate={(values) => {
          const { icon: _icon, ...given } = bodyOf(protocol, values);
          return typedErrors(given);
        }}
      />
    </Page>
  );
}
