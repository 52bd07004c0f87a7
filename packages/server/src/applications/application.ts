// What an application is to us: words, who may open it, what it may learn, which protocol it speaks.

import type { Language } from '@brama/contract/paths';

export type Access = 'everyone' | { groups: readonly string[] };

/** Sensitive facts that reach an application only when its record releases them. */
export const releasableAttributes = ['taxId'] as const;
export type ReleasableAttribute = (typeof releasableAttributes)[number];

export type Application = {
  /** UUID, lower case. */
  id: string;
  /** Slug; some have icons of their own. */
  name: string;
  title: Record<Language, string>;
  description: Record<Language, string>;
  access: Access;
  /** Whom users ask about it, an e-mail or https address; the university's own contact where it is null. */
  contact: string | null;
  releases: readonly ReleasableAttribute[];
  /** `key`: the name the protocol looks it up by, where that is not its id. */
  protocol: { type: string; settings: unknown; key?: string };
};
