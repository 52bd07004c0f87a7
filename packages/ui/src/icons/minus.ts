import { createIcon } from './create-icon.ts';

export const Minus = createIcon({ name: 'minus', node: [['path', { d: 'M5 12h14' }]] });
