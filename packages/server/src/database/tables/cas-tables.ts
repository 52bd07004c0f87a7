// The tables of CAS as TypeScript types, a part of `schema.ts`.

/** Service tickets and proxy tickets. */
export type CasTicketsTable = {
  id_hash: string;
  /** `ST` or `PT`. */
  kind: string;
  application_id: string;
  user_id: string;
  /** Set to null by the database when the session ends. */
  session_uid: string | null;
  /** SHA-256 of the normalised address of the service, whose query may hold personal data. */
  service_hash: string;
  /** 1 if the user has signed in since the login request (`renew`). */
  fresh: number;
  /** Of a proxy ticket: JSON array of the addresses of the proxies, the newest first. */
  proxies: string | null;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  /** Ticket and address for the notification of a sign-out, encrypted (DATA_KEY), bound to this row. */
  encrypted_logout: string | null;
  /** When to notify the service of the ended session: 0 until the first attempt, null without a notification. */
  logout_due_at: number | null;
  logout_attempts: number;
};

/** Proxy-granting tickets. They end with the session. */
export type CasProxyGrantsTable = {
  id_hash: string;
  session_uid: string;
  application_id: string;
  user_id: string;
  /** JSON array of the addresses of the proxies, the newest first. */
  proxies: string;
  /** As in `cas_tickets`. */
  fresh: number;
  created_at: number;
};
