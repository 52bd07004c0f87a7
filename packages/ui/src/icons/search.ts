import { createIcon } from './create-icon.ts';

export const Search = createIcon({
  name: 'search',
  node: [
    ['circle', { cx: '11', cy: '11', r: '7.5' }],
    ['path', { d: 'm16.5 16.5 5 5' }],
  ],
});
