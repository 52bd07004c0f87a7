// The search field of the applications. The browser searches while the user types; without JavaScript, and if the page does
// not have all applications, the server searches.
import { searchParameter } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { Field } from '@brama/ui/field.tsx';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchKey } from './use-search-key.ts';

type AppSearchFormProps = {
  query: string;
  /** Undefined if the server searches. */
  onQuery: ((query: string) => void) | undefined;
};

export function AppSearchForm({ query, onQuery }: AppSearchFormProps) {
  const { t } = useTranslation('apps');
  const field = useRef<HTMLInputElement>(null);
  const hasKey = useSearchKey(field);
  const submit = (event: FormEvent) => {
    if (onQuery) event.preventDefault();
  };
  const button = (
    <Button className="min-h-13" look="secondary" type="submit">
      {t('search.action')}
    </Button>
  );
  const value = onQuery ? { value: query } : { defaultValue: query };
  return (
    <search>
      <form className="mb-7 flex max-w-form flex-wrap items-end gap-3" onSubmit={submit}>
        <Field
          {...value}
          aria-keyshortcuts={hasKey ? '/' : undefined}
          autoComplete="off"
          className="min-w-48 flex-1"
          id="search"
          label={t('search.label')}
          labelEnd={
            hasKey ? (
              <span aria-hidden="true" className="search-key">
                /
              </span>
            ) : undefined
          }
          maxLength={100}
          name={searchParameter}
          onChange={(event) => onQuery?.(event.target.value)}
          ref={field}
          type="search"
        />
        {onQuery ? <noscript>{button}</noscript> : button}
      </form>
    </search>
  );
}
