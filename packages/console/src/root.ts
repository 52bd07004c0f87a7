// The root of the route table. Areas hang their routes on it.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()();
