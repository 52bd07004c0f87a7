// Props of the pages that a user sees between an application and the end of a sign-in, such as consent and device
// codes.

import { z } from 'zod';

/** The contact for questions about an application. */
export const contact = z.object({ href: z.string(), text: z.string() });

/** The target of a form, and the value that proves that our page sent it. */
const form = { action: z.string(), proof: z.string() };

/** A text in which one part differs from another text. */
const compared = z.object({ before: z.string(), differs: z.string(), after: z.string() });
export type ComparedText = z.infer<typeof compared>;

const nothing = z.object({});
/** `href` is the address at which the user continues. */
const link = z.object({ href: z.string() });
/** `href` is empty if the user continues at the own applications. */
const closed = link.extend({ application: z.string(), contact });

export const interactionProps = {
  consent: z.object({
    ...form,
    application: z.string(),
    contact,
    /** The recipient of the response; empty for a device. */
    receiver: z.string(),
    user: z.string(),
    /** How long the application has access, as a sentence. */
    until: z.string(),
    /** How long the application may still act at services after a sign-out, as a sentence; may be empty. */
    servicesUntil: z.string(),
    /** The data that the user has consented to before, as a list in a sentence; may be empty. */
    known: z.string(),
    /** The values that the application requests, by scope. */
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
    /** A sentence that names the signed-in user. */
    person: z.string(),
  }),
  'no-access': closed,
  'no-method': closed,
  /** The user is signed in, and cannot reach the level that the application requests or requires. */
  'level-needed': z.object({
    application: z.string(),
    contact,
    /**
     * What the user can do. `factors-wait`: wait until `countFrom`, or also sign in with Diia, which the application accepts. With the last
     * three values it is nothing: second factors are off, Diia is off, or the university has no tax number of the user.
     */
    reason: z.enum([
      'set-up',
      'passkey',
      'factors-wait',
      'factors-wait-diia',
      'factors-off',
      'diia-off',
      'diia-not-linked',
    ]),
    /** From when new second factors count, ISO 8601 in UTC; null unless the user must wait for that. */
    countFrom: z.string().nullable(),
    /** Passkeys are on. */
    hasPasskeys: z.boolean(),
    /** Leads back to the request, as a query with its `?`. */
    returnQuery: z.string(),
    /** The target of the form that continues without the level; empty if the level is required. */
    continueHref: z.string(),
    /** Returns an error to the application that sent the request; empty if none did. */
    cancelHref: z.string(),
  }),
  'request-over': link,
  'request-refused': z.object({
    lead: z.string(),
    /** For the owner of the application: the error, in both languages. */
    why: z.object({ uk: z.string(), en: z.string() }),
    /** The refused value and the registered ones; absent if there is nothing to compare. */
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
  /** `application` is the title of the application that requested the sign-out; empty without one. */
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
    /** When the device requested the code, in words. */
    asked: z.string(),
    person: z.string(),
    userCode: z.string(),
  }),
  'device-done': nothing,
  'device-refused': nothing,
};
