import { createIcon } from './create-icon.ts';

export const CircleCheck = createIcon({
  name: 'circle-check',
  node: [
    ['circle', { cx: '12', cy: '12', r: '10' }],
    ['path', { d: 'm8 12.5 2.75 2.75L16.25 9' }],
  ],
});
