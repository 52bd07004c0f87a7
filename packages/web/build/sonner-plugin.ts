// Keeps sonner within the Content-Security-Policy. It removes the <style> that sonner writes on import; the styles
// come as a file (src/ui/toast/toaster.tsx). It compares sonner's internal figures with ours, and stops the build if
// a release differs.
import type { Plugin } from 'vite';
import { fixedToastFigures } from '../src/ui/toast/toast-figures.ts';

const injection = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/gm;

/** Returns the module without the call that writes the <style> element. */
export function withoutInjectedStyles(code: string): string {
  const calls = code.match(injection)?.length ?? 0;
  if (calls !== 1) throw new Error(`sonner: expected one injected style sheet, found ${calls}`);
  const rest = code.replace(injection, '');
  if (/__insertCSS\((?!code\))/.test(rest))
    throw new Error('sonner: styles are injected elsewhere');
  return rest;
}

/** @throws an Error if a number inside sonner, which is not an option, differs from ours. */
export function compareFigures(code: string): void {
  const { swipePx, swipeVelocity, removalMs } = fixedToastFigures;
  const expected = [
    `const SWIPE_THRESHOLD = ${swipePx};`,
    `velocity > ${swipeVelocity})`,
    `const TIME_BEFORE_UNMOUNT = ${removalMs};`,
  ];
  const missing = expected.filter((text) => !code.includes(text));
  if (missing.length > 0) throw new Error(`sonner: not found: ${missing.join(' ')}`);
}

export function sonnerPlugin(): Plugin {
  let seen = false;
  return {
    name: 'brama-sonner',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    // without this, the development server bundles sonner beforehand and this plugin does not see it
    config: () => ({ optimizeDeps: { exclude: ['sonner'] } }),
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        seen = true;
        compareFigures(code);
        return { code: withoutInjectedStyles(code), map: null };
      },
    },
    buildEnd(error) {
      if (this.environment.mode === 'build' && !error && !seen)
        this.error('sonner is not where it was: nothing was taken out of it');
    },
  };
}
