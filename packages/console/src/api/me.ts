// The caller of the console: roles and rights.
import type { Permission } from '@brama/contract/admin/permissions';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { admin, dataOf } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => dataOf(admin.GET('/api/admin/me')),
  staleTime: Number.POSITIVE_INFINITY,
});

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>;

/** Returns the caller. The shell has loaded it. */
export function useMe() {
  return useSuspenseQuery(meQuery).data;
}

/** Returns a function that says whether the caller has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
