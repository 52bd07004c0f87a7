// What the server tells the prerendered login page: which notice to show, which methods exist, and the
// marks it replaces in the prerendered HTML. Light on purpose (imported by the login page).

/** Sign-in methods known to this release; what is configured is told by the server. */
export const methodIds = ['password'] as const;
export type MethodId = (typeof methodIds)[number];

/** The one message above the form. `none` shows nothing. */
export const loginNotices = [
  'none',
  'invalid-credentials',
  'unavailable',
  'session-ended',
  'signed-out',
] as const;
export type LoginNotice = (typeof loginNotices)[number];

/** Inline JSON in the login page (`<script type="application/json" id="state">`). */
export type LoginPageState = {
  methods: readonly MethodId[];
  notice: LoginNotice;
  /** What the user typed before a failed attempt without JavaScript; otherwise empty. */
  username: string;
};

/** File name of the prerendered page for one language, set of methods and notice. */
export function loginPageFile(
  language: string,
  methods: readonly MethodId[],
  notice: LoginNotice,
): string {
  return `login.${language}.${[...methods].sort().join('+')}.${notice}.html`;
}

/**
 * Placeholders in the built HTML. The server replaces each with escaped text:
 * - query: the request's query string with its leading `?`, or nothing; stands in `href` attributes
 * - username: in the `value` attribute (HTML-escaped) and in the inline JSON (JSON- and `<`-escaped)
 * - noscript*: what a browser without JavaScript shows on a page of the full application
 */
export const pageMarks = {
  query: '@@query@@',
  username: '@@username@@',
  noscriptHead: '<!--@@noscript-head@@-->',
  noscriptBody: '<!--@@noscript-body@@-->',
} as const;
