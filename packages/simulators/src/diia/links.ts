// The links that Brama has requested, in memory. A link expires after three minutes.

import { randomUUID } from 'node:crypto';

export type Link = {
  id: string;
  requestId: string;
  offerName: string;
  returnLink: string | undefined;
  createdAt: number;
  /** The link was used and cannot be opened again. */
  closed: boolean;
};

const lifeMs = 180_000;
const mostLinks = 20_000;

export function createLinks() {
  const links = new Map<string, Link>();

  return {
    add(asked: Pick<Link, 'requestId' | 'offerName' | 'returnLink'>): Link {
      const link = { ...asked, id: randomUUID(), createdAt: Date.now(), closed: false };
      links.set(link.id, link);
      const oldest = links.keys().next().value;
      if (links.size > mostLinks && oldest) links.delete(oldest);
      return link;
    },
    find: (id: string) => links.get(id),
    isOpen: (link: Link) => !link.closed && Date.now() < link.createdAt + lifeMs,
    /** Returns at most `most` links, newest first. */
    newest(most: number): Link[] {
      const all = [...links.values()];
      return all.slice(-most).reverse();
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
