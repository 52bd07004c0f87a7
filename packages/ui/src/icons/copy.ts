import { createIcon } from './create-icon.ts';

export const Copy = createIcon({
  name: 'copy',
  node: [
    ['rect', { x: '8', y: '8', width: '14', height: '14', rx: '2.5' }],
    ['path', { d: 'M4.5 16A2.5 2.5 0 0 1 2 13.5V4.5A2.5 2.5 0 0 1 4.5 2h9A2.5 2.5 0 0 1 16 4.5' }],
  ],
});
