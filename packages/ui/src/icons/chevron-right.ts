import { createIcon } from './create-icon.ts';

export const ChevronRight = createIcon({
  name: 'chevron-right',
  node: [['path', { d: 'm9 6 6 6-6 6' }]],
});
