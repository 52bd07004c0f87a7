// The applications page for browsers without JavaScript: the same components, with data from the server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { usePageProps } from '../browser/page-props.ts';
import { CurrentUser } from '../session/user-query.ts';
import { Applications } from './applications.tsx';
import { accessQuery } from './my-data/access/connected-apps.ts';
import { sessionsQuery } from './my-data/sessions/sessions.ts';
import { WithoutScript } from './without-script.tsx';

export function AppsWithoutScript() {
  const { user, connectedApps, sessions, isUnknown } = usePageProps('apps');
  const queries = new QueryClient();
  queries.setQueryData(accessQuery.queryKey, connectedApps);
  queries.setQueryData(sessionsQuery.queryKey, sessions);
  return (
    <WithoutScript value={true}>
      <QueryClientProvider client={queries}>
        <CurrentUser value={user}>
          <Applications unknown={isUnknown} />
        </CurrentUser>
      </QueryClientProvider>
    </WithoutScript>
  );
}
