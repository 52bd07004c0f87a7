// Props of the pages between an application and a user.

import { z } from 'zod';

/** Whom to ask about an application. */
const contact = z.object({ href: z.string(), text: z.string() });

/** A form of the page: where it posts to, and the value that proves that the page sent it. */
const form = { action: z.string(), proof: z.string() };

/** A text in which one part differs from another text. */
const compared = z.object({ before: z.string(), differs: z.string(), after: z.string() });
export type ComparedText = z.infer<typeof compared>;

const nothing = z.object({});
/** `href` leads on. */
const link = z.object({ href: z.string() });
const closed = link.extend({ application: z.string(), contact });

export const interactionProps = {
  consent: z.object({
    ...form,
    application: z.string(),
    contact,
    /** Where the response goes; empty for a device. */
    receiver: z.string(),
    user: z.string(),
    /** For how long, as a sentence. */
    until: z.string(),
    /** How long the application may still act at services after a sign-out, as a sentence; may be empty. */
    servicesUntil: z.string(),
    /** What the user agreed to before, as a list in a sentence; may be empty. */
    known: z.string(),
    /** The values the application receives, by scope; only those it asks for. */
    values: z.object({
      profile: z.string().optional(),
      email: z.string().optional(),
      groups: z.string().optional(),
      campus: z.string().optional(),
      tax_id: z.string().optional(),
      services: z.string().optional(),
    }),
  }),
  'native-confirm': z.object({
    ...form,
    application: z.string(),
    receiver: z.string(),
    /** Who is signed in, as a sentence. */
    person: z.string(),
  }),
  'no-access': closed,
  'no-method': closed,
  'request-over': link,
  'request-refused': z.object({
    lead: z.string(),
    /** For the owner of the application: what was wrong, in both languages. */
    why: z.object({ uk: z.string(), en: z.string() }),
    /** What was refused, and what is registered; absent where there is nothing to compare. */
    fact: z
      .object({
        parameter: z.string(),
        received: compared.optional(),
        nearest: compared.optional(),
        others: z.array(z.string()),
      })
      .optional(),
    reference: z.string(),
  }),
  /** `application`: the one that asks; empty where none does. */
  'sign-out': z.object({ ...form, application: z.string() }),
  'signed-out': link.extend({
    /** Titles of the applications that could not be notified, as a list. */
    notNotified: z.string(),
  }),
  'try-again': link.extend({ lead: z.string(), reference: z.string() }),
  device: z.object({ action: z.string() }),
  'device-again': z.object({ action: z.string(), error: z.string(), typed: z.string() }),
  'device-confirm': z.object({
    ...form,
    application: z.string(),
    /** Host of the application; may be empty. */
    host: z.string(),
    /** When the device asked, in words. */
    asked: z.string(),
    person: z.string(),
    userCode: z.string(),
  }),
  'device-done': nothing,
  'device-refused': nothing,
};
