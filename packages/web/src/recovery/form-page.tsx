// A page of recovery with one plain form, which works the same with and without JavaScript.

import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { type ReactNode, useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** Returns the address without its fragment. Browsers add that to every redirect, but the code of an email must not follow the user. */
function useOwnAddress(): string {
  const { path, query } = usePageAddress();
  return `/${useLanguage()}/${path}${query}`;
}

type FormPageProps = {
  title: string;
  text: string;
  /** Why the server refused the form; otherwise empty. */
  message: string;
  /** The title of the message. */
  failure: string;
  action: string;
  /** The fields. `sent`: the form is on its way. */
  fields: (sent: boolean) => ReactNode;
  /** A link below the button. */
  link: ReactNode;
};

export function FormPage({ title, text, message, failure, action, fields, link }: FormPageProps) {
  const [sent, setSent] = useState(false);
  useErrorTitle(title, message !== '');
  // after Back the browser may restore the page with its state
  usePageRestored(() => setSent(false));
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={text}>{title}</PageHead>
      </div>
      <FormMessage message={message} title={failure} />
      <form action={useOwnAddress()} method="post" onSubmit={() => setSent(true)}>
        {fields(sent)}
        <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
          {action}
        </Button>
        {link === null ? null : <p className="mt-3">{link}</p>}
      </form>
    </Column>
  );
}
