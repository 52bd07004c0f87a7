// Terms that code must not use any more, each with its replacement. A term is one or more words of an identifier or
// file name, in any case, singular or plural.

export type RetiredName = {
  term: string;
  /** The standard term, as printed in messages. */
  use: string;
  /** Identifiers that mean something else, or that clients depend on. */
  except?: readonly string[];
  /** The highest number of remaining uses, counted once for each name and file. Lower it, and remove it at 0. */
  left?: number;
};

export const retiredNames: readonly RetiredName[] = [
  // jobs, email, limits
  { term: 'errand', use: 'job, jobQueue' },
  { term: 'sweep', use: 'deleteExpired' },
  { term: 'sweeper', use: 'cleanupJob' },
  { term: 'turnstile', use: 'hashQueue' },
  { term: 'decoy', use: 'dummyHash' },
  { term: 'patience', use: 'timeoutMs, delayedRefusal' },
  { term: 'patient take', use: 'queuedRateLimit' },
  { term: 'device guess', use: 'userCodeLimits' },
  { term: 'unproven', use: 'PasswordRejected' },
  { term: 'proven', use: 'PasswordVerified' },
  // encryption and the database
  { term: 'sealing', use: 'encryption' },
  { term: 'seal', use: 'encrypt' },
  { term: 'sealed', use: 'encrypted' },
  { term: 'unseal', use: 'decrypt' },
  { term: 'must open', use: 'decryptOrThrow' },
  { term: 'may be lost', use: 'untilDurable' },
  { term: 'known device', use: 'trustedDevice' },
  // OpenID Connect
  { term: 'parking', use: 'suspendRequest' },
  { term: 'park', use: 'suspend' },
  { term: 'pending request', use: 'authorizationRequest' },
  // the element of HTML
  { term: 'aside', use: 'longRequests', except: ['aside'] },
  { term: 'farewell', use: 'backchannelLogout' },
  // a field of the response to a sign-out
  { term: 'untold', use: 'notNotified', except: ['untold'] },
  { term: 'desk', use: 'devicePages' },
  { term: 'wish', use: 'requestedScopes, authenticationRequirements' },
  { term: 'askable', use: 'consentableScopes' },
  { term: 'given by', use: 'grantedClaims' },
  { term: 'demand', use: 'requirement' },
  { term: 'bringer', use: 'deviceUser' },
  // users and sign-in
  { term: 'holders of', use: 'findByEmail' },
  { term: 'identify holder', use: 'matchByEmail' },
  { term: 'wanted user', use: 'userSpec' },
  { term: 'way back', use: 'returnToCookie' },
  // pages
  { term: 'unreadable', use: 'badUrlPage' },
  { term: 'trouble page', use: 'errorPage' },
  { term: 'answer page', use: 'interactionPage' },
  { term: 'plain page', use: 'noJsPage' },
  { term: 'filling', use: 'pageVariables' },
  { term: 'tally', use: 'count' },
  // the web application
  { term: 'way tile', use: 'methodLink' },
  { term: 'google way', use: 'googleMethod' },
  { term: 'other ways', use: 'otherMethods' },
  { term: 'breath', use: 'yieldToMain' },
  { term: 'surroundings', use: 'providers' },
  { term: 'take over', use: 'hydrate' },
  { term: 'early user', use: 'prefetchUser' },
  { term: 'session news', use: 'sessionBroadcast' },
  { term: 'use passing', use: 'useTemporary' },
  { term: 'use later', use: 'useDelay' },
  { term: 'use return', use: 'usePageRestored' },
  { term: 'specimen', use: 'story' },
  { term: 'entry gate', use: 'redirectIfSignedIn' },
  { term: 'completeness', use: 'useFormFilled' },
  // test support
  { term: 'post office', use: 'mailServer' },
  { term: 'witness', use: 'secretRecorder' },
  { term: 'create tries', use: 'createAttempts' },
  { term: 'make site', use: 'makeWebBuild' },
];
