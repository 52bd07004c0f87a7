// Contexts of encryption. A changed one makes stored data unreadable: it needs a migration and a decision.

/** Contexts of encryption (additional authenticated data); `*` is the id of the row. */
export const contexts = [
  'CAS logout *',
  'CAS sign-out form',
  'TOTP enrolment of * *',
  'answer of Google',
  'consent',
  'memory of pending request *',
  'notice',
  'one-time notice',
  'pending request *',
  'pushed request *',
  'request aside *',
  'request of a device *',
  'secrets of Google attempt *',
  'TOTP secret of user *',
  'signing key *',
  'tax id of request *',
  'tax id of session *',
  'tax id of sign-in ticket *',
  'wish to sign out',
];
