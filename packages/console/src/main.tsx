// Starts the console.
import './style.css';
import { Announcements } from '@brama/ui/announcements.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { meQuery } from './api/me.ts';
import { queries } from './api/queries.ts';
import { loadWords } from './i18n/words.ts';
import { startNavigation } from './navigation.ts';
import { userHash } from './page-data.ts';
import { root } from './root.ts';
import { router } from './router.ts';
import { Shell } from './shell/shell.tsx';
import { claimStorage } from './storage/tab-storage.ts';

root.update({ component: Shell });

claimStorage(userHash);
// the shell shows its failure
void queries.prefetchQuery(meQuery);
// the code and the data of the page come together with the words of the shell
void router.load();
await loadWords('shell');
startNavigation(router);

const place = document.getElementById('root');
if (!place) throw new Error('the document has no place for the console');
createRoot(place).render(
  <QueryClientProvider client={queries}>
    <Announcements>
      <RouterProvider router={router} />
    </Announcements>
  </QueryClientProvider>,
);
