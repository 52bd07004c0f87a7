// Imports nothing, because pages import it and must stay small.

/** What the words of the pages quote. */
export const setupExamples = {
  command: 'brama setup code',
  terminal: 'brama setup',
  smtpUrl: 'smtp://user@mail.campus.example:587',
  colour: '#1a5fb4',
  mailFrom: 'id@campus.example',
} as const;
