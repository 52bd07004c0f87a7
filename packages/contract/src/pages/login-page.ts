// What the server tells the prerendered sign-in page: which notice to show and which methods exist.
// Light on purpose (imported by that page).

/** Sign-in methods known to this release; what is configured is told by the server. */
export const methodIds = ['password', 'diia', 'google'] as const;
export type MethodId = (typeof methodIds)[number];

/** The one message above the form. `none` shows nothing. */
export const loginNotices = [
  'none',
  'invalid-credentials',
  'throttled',
  'unavailable',
  'google-failed',
  'google-unavailable',
  'session-ended',
  'sign-in-again',
  'signed-out',
  'signed-out-partly',
  'password-changed',
] as const;
export type LoginNotice = (typeof loginNotices)[number];

/** Inline JSON in the sign-in page (`<script type="application/json" id="state">`). */
export type LoginPageState = {
  methods: readonly MethodId[];
  notice: LoginNotice;
  /** What the user typed before a failed attempt without JavaScript, else whom the application expects, if it says. */
  username: string;
  /** The sentence under the heading: it names the application the user is on the way to, if any. */
  lead: string;
  /** With `signed-out-partly`: titles of the applications that could not be told. */
  untold: string;
  /** With `throttled`: how long there is to wait, in words. */
  wait: string;
  /** Where a form leads that goes on without the level an application wishes for; empty where there is no such wish. */
  wayOn: string;
};

/** Query of the sign-in page after a sign-out; in `untold` names of applications, with commas between. */
export function signedOutQuery(untold: readonly string[]): string {
  return untold.length > 0 ? `?signed-out&untold=${untold.join(',')}` : '?signed-out';
}
