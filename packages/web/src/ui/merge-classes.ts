// Joins class names so that of two that set the same thing the later one holds: a component’s own looks
// first, the caller’s last. Knows our tokens (style/tokens.css), and is too heavy for the sign-in page,
// whose files the build keeps free of it (build/budget.ts).
import { extendTailwindMerge } from 'tailwind-merge';

const cacheSize = 500;

/** Names of tokens as classes end with them; the test compares them with the style sheet. */
export const tokens = {
  text: ['xs', 'sm', 'base', 'md', 'lg', 'xl', '2xl'],
  radius: ['sm', 'chip', 'control', 'card', 'panel', 'full'],
  shadow: ['card'],
  container: ['form', 'dialog', 'prose', 'page'],
};

export const mergeClasses = extendTailwindMerge({
  cacheSize,
  override: { theme: tokens },
});
