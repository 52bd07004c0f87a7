import { createIcon } from './create-icon.ts';

export const ChevronDown = createIcon({
  name: 'chevron-down',
  node: [['path', { d: 'm6 9 6 6 6-6' }]],
});
