import { createIcon } from './create-icon.ts';

export const LoaderCircle = createIcon({
  name: 'loader-circle',
  node: [['path', { d: 'M21 12a9 9 0 1 1-6.2-8.55' }]],
});
