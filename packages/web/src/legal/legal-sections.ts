// The sections of the legal pages, in order. Never change their ids: other sites link to them.
export const privacySections = [
  'controller',
  'data',
  'purposes',
  'retention',
  'recipients',
  'browser',
  'log',
  'not-done',
  'rights',
  'contact',
  'changes',
] as const;

export const termsSections = [
  'about',
  'account',
  'shared-computers',
  'not-allowed',
  'services',
  'availability',
  'disabling',
  'changes',
  'contact',
] as const;
