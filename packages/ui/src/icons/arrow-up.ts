import { createIcon } from './create-icon.ts';

export const ArrowUp = createIcon({
  name: 'arrow-up',
  node: [['path', { d: 'M12 19.5v-15M5.5 11 12 4.5l6.5 6.5' }]],
});
