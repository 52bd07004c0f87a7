// Props of the pages where passwords are changed, chosen and reset.

import { z } from 'zod';

/** Why the form did not work, where it was sent without JavaScript; empty otherwise. */
const message = z.string();
/** Whose password it is, for password managers. */
const username = z.string();
/** Identifies the user the page is for. */
const userHash = z.string();
/** How many characters a password must have. */
const minLength = z.number();

const choice = z.object({ message, username, userHash, minLength });

export const passwordProps = {
  password: choice,
  'password-set': choice,
  'password-recent': z.object({ userHash }),
  'password-changed': z.object({ userHash }),
  'password-forgot': z.object({ message, username }),
  'password-sent': z.object({}),
  /** `code`: from the email, where it was sent without JavaScript. */
  'password-reset': z.object({ message, code: z.string(), minLength }),
};
