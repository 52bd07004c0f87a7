// Classes of a link inside text, also for buttons that look like one.
export const textLink =
  'rounded-sm text-brand underline decoration-1 underline-offset-[0.18em] hover:text-brand-hover hover:decoration-2';
