// Props of the pages where passwords are changed, chosen and reset.

import { z } from 'zod';
import { missingConfirmations } from '../sign-in/confirmation.ts';

/** Why the server refused a form sent without JavaScript; otherwise empty. */
const message = z.string();
/** The username, for password managers. */
const username = z.string();
/** Identifies the user of the page. */
const userHash = z.string();
/** How many characters a password must have. */
const minLength = z.number();

const choice = z.object({ message, username, userHash, minLength });

export const passwordProps = {
  password: choice,
  'password-set': choice,
  /** The user must confirm that it is them before a password is set. */
  'password-recent': z.object({ userHash, missing: z.enum(missingConfirmations) }),
  'password-changed': z.object({ userHash }),
  /** `secured`: the user has just reported that another person signed in. */
  'password-forgot': z.object({ message, username, secured: z.boolean() }),
  'password-sent': z.object({}),
  /** `code` is the code from the email if the form was sent without JavaScript. */
  'password-reset': z.object({ message, code: z.string(), minLength }),
};
