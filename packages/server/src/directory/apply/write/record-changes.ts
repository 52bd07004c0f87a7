// The events of groups and applications that a manifest changes. `users/changes/` stores those of users.

import type { NewEvent } from '../../../events/event.ts';

export const reason = 'by-manifest';

/** What is written of groups and applications. */
export type Written = { name: string; id?: string; isNew: boolean; fields: readonly string[] };

/** Returns the events of groups and applications. */
export function eventsOf(groups: readonly Written[], applications: readonly Written[]): NewEvent[] {
  const actor = 'administrator';
  return [
    ...groups.map(({ name, isNew, fields }) => ({
      ...({ type: isNew ? 'group.created' : 'group.changed', actor } as const),
      details: { group: name, fields, reason },
    })),
    ...applications.map(({ name, id, isNew, fields }) => ({
      ...({ type: isNew ? 'application.created' : 'application.changed', actor } as const),
      applicationId: id,
      details: { name, fields, reason },
    })),
  ];
}
