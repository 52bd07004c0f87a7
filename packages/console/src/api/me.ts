// The caller of the console: roles and rights.
import type { Permission } from '@brama/contract/admin/permissions';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { permissions } from '../page-data.ts';
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

/** Returns a function that says whether the caller may change who is in a group. */
export function useMayChangeGroup(): (group: string) => boolean {
  const { roles, groups } = useMe();
  return (group) => roles.includes('administrator') || groups.includes(group);
}

/** Starts queries of a page while its code is on the way. Without the permission they would be refused; then the page says so. */
export function startQueries(permission: Permission, start: () => readonly Promise<void>[]): void {
  if (permissions.includes(permission)) void Promise.all(start());
}
