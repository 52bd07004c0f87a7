// “My data” as a part of the page, for browsers without JavaScript that have requested it.

import type { PageProps } from '@brama/contract/pages/page-props';
import { myDataParameter } from '@brama/contract/paths';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { accessQuery } from './my-data/access/connected-apps.ts';
import { MyDataContent } from './my-data/my-data.tsx';
import { sessionsQuery } from './my-data/sessions/sessions.ts';
import { WithoutScript } from './without-script.tsx';

export function MyDataWithoutScript() {
  const { myData } = usePageProps('apps');
  return myData && <Given {...myData} />;
}

function Given({ connectedApps, sessions }: NonNullable<PageProps['apps']['myData']>) {
  const { t } = useTranslation('profile');
  const queries = new QueryClient();
  queries.setQueryData(accessQuery.queryKey, connectedApps);
  queries.setQueryData(sessionsQuery.queryKey, sessions);
  return (
    <WithoutScript value={true}>
      <QueryClientProvider client={queries}>
        <details className="question mt-7" id={myDataParameter}>
          <summary className="mb-2 flex min-h-11 items-center gap-3 font-semibold text-lg">
            <ChevronRight aria-hidden="true" className="chevron shrink-0 text-brand" size={20} />
            {t('title')}
          </summary>
          <MyDataContent note={undefined} />
        </details>
      </QueryClientProvider>
    </WithoutScript>
  );
}
