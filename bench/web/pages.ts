// The measured pages, and the element of each that a visitor wants to use.

export type MeasuredPage = { name: string; path: string; wanted: string; signedIn: boolean };

export const login: MeasuredPage = {
  name: 'login',
  path: '',
  wanted: '#username',
  signedIn: false,
};
export const apps: MeasuredPage = {
  name: 'apps',
  path: 'apps',
  wanted: '#main li a',
  signedIn: true,
};

export const measuredPages: readonly MeasuredPage[] = [
  login,
  apps,
  { name: 'button-wizard', path: 'button-wizard', wanted: '#app-id', signedIn: false },
  { name: 'faq', path: 'faq', wanted: '#main summary', signedIn: false },
  { name: 'privacy-policy', path: 'privacy-policy', wanted: '#main h1', signedIn: false },
  { name: 'terms-of-use', path: 'terms-of-use', wanted: '#main h1', signedIn: false },
  { name: 'auth-success', path: 'auth-success', wanted: '#main a', signedIn: true },
  { name: 'not-found', path: 'no/such-page', wanted: '#main a', signedIn: false },
];
