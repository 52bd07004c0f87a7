// Joins class names; of two that set the same property the later one wins. Knows the tokens of style/tokens.css. Too
// heavy for the sign-in page, whose budget build/budget.ts checks.
import { extendTailwindMerge } from 'tailwind-merge';

const cacheSize = 500;

/** Token names as class names end with them. A test compares them with the style sheet. */
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
