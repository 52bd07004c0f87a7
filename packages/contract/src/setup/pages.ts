// The pages that set up a new installation: their addresses, forms and props.

import { z } from 'zod';

/** Below the language. */
export const setupPath = 'setup';
export const setupFormPath = `${setupPath}/form`;

const text = (maxLength: number) => z.string().max(maxLength).default('');

export const setupCodeForm = z.object({ code: text(256) });

/** Fields of the form; those that do not stand in it are empty. */
export const setupForm = z.object({
  organisationUk: text(200),
  organisationEn: text(200),
  logo: text(256),
  colour: text(16),
  proxies: text(256),
  smtpUrl: text(256),
  smtpPassword: text(256),
  mailFrom: text(256),
  username: text(256),
  fullName: text(256),
  email: text(254),
  secondUsername: text(256),
  secondFullName: text(256),
  secondEmail: text(254),
});
export type SetupFields = z.infer<typeof setupForm>;
export type SetupField = keyof SetupFields;
export const setupFieldNames = Object.keys(setupForm.shape) as readonly SetupField[];

/** Why the server refused a form; otherwise empty. */
const message = z.string();

export const setupProps = {
  /** `insecure`: the request came neither over https nor from this machine. `elsewhere`: at another address than the configured one. */
  'setup-code': z.object({
    message,
    state: z.enum(['code', 'insecure', 'elsewhere']),
    /** The address at which the page can be used; otherwise empty. */
    address: z.string(),
  }),
  'setup-form': z.object({
    message,
    /** The field that the server refused; otherwise empty. */
    wrong: z.string(),
    /** The public address of the installation. */
    address: z.string(),
    /** Where the data will be stored; the page cannot change it. */
    database: z.enum(['sqlite', 'postgres']),
    /** The folder of SQLite. */
    folder: z.string(),
    /** Which fields besides those of administrators the form has. */
    fields: z.array(z.string()),
    /** What the user has typed. */
    typed: z.record(z.string(), z.string()),
  }),
  'setup-done': z.object({
    /** Where the administrators sign in. */
    href: z.string(),
    administrators: z.array(z.object({ username: z.string(), accessCode: z.string() })),
    /** `file`: null for a key that stands in the settings themselves. */
    keys: z.array(
      z.object({ setting: z.string(), fingerprint: z.string(), file: z.string().nullable() }),
    ),
    settingsFile: z.string(),
  }),
};
