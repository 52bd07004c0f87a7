import { createIcon } from './create-icon.ts';

export const ArrowDown = createIcon({
  name: 'arrow-down',
  node: [['path', { d: 'M12 4.5v15M5.5 13l6.5 6.5 6.5-6.5' }]],
});
