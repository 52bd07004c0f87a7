// “What if”: asks about another time, network, way to sign in, or an application. The question is in the address, so that it can be sent.
import { type MethodId, methodIds } from '@brama/contract/sign-in/methods';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { isoOfLocal, momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ApplicationField } from '../ui/application-field.tsx';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { hrefOf } from '../ui/search-params.ts';

/** What is asked, as the address of the page has it. */
export type Asked = {
  application?: string | undefined;
  method?: MethodId | undefined;
  network?: string | undefined;
  /** A local time, as an input has it. */
  at?: string | undefined;
};

/** Whether something else than now is asked about. */
export const isSupposed = ({ method, network, at }: Asked) =>
  method !== undefined || network !== undefined || at !== undefined;

type WhatIfProps = { asked: Asked; userId: string };

const addressOf = (userId: string, asked: Asked = {}) => hrefOf(`/users/${userId}`, asked);

function useApplicationTitle(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['applications', id],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications/{id}', { params: { path: { id: id ?? '' } }, signal }),
      ),
    enabled: id !== undefined,
  });
  return data?.title[language];
}

/** Says what the answer is about. */
export function AskedText({ asked, userId }: WhatIfProps) {
  const t = wordsOf('sign-in-problems');
  const { application, method, network, at } = asked;
  const title = useApplicationTitle(application);
  const time = at === undefined ? undefined : isoOfLocal(at);
  const parts = [
    method && t('what-if.asked.method', { method: t(`methods.${method}`) }),
    network && t('what-if.asked.network', { network }),
    time && t('what-if.asked.at', { when: momentText(time) }),
    application && t('what-if.asked.application', { title: title ?? '…' }),
  ].filter(Boolean);
  return (
    <p className="mb-3 flex flex-wrap gap-x-4">
      <span>{t('what-if.asked.about', { what: parts.join(', ') })}</span>
      <a className={textLink} href={addressOf(userId)}>
        {t('what-if.reset')}
      </a>
    </p>
  );
}

export function WhatIf({ asked, userId }: WhatIfProps) {
  const t = wordsOf('sign-in-problems');
  const { application, method, network, at } = asked;
  return (
    <div className="mt-4 print:hidden">
      <ApplicationChoice asked={asked} userId={userId} />
      <FilterBar
        action={addressOf(userId)}
        clearHref={undefined}
        isOpen={isSupposed(asked)}
        kept={{ application }}
        title={t('what-if.title')}
      >
        <FilterChoice
          label={t('what-if.method')}
          name="method"
          options={methodIds.map((value) => ({ value, label: t(`methods.${value}`) }))}
          start={method}
        />
        <FilterText label={t('what-if.network')} name="network" start={network} />
        <FilterText label={t('what-if.at')} name="at" start={at} type="datetime-local" />
      </FilterBar>
    </div>
  );
}

/** Asks about one application besides the sign-in. */
function ApplicationChoice({ asked, userId }: WhatIfProps) {
  const t = wordsOf('sign-in-problems');
  const may = useMay();
  if (!may('applications.read')) return null;
  return (
    <div className="mb-2 max-w-form">
      <ApplicationField
        label={t('application')}
        onChoose={(id) => goTo(addressOf(userId, { ...asked, application: id }))}
      />
    </div>
  );
}
