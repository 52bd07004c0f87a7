// What the files of the icons contain.
import { campusIcons } from '@brama/contract/applications/campus-icons';
import { expect, test } from 'vitest';
import { drawCampusIcon } from './campus-icons.ts';

test('each icon is a picture of its own, in the colour of a plate, without script', () => {
  const drawn = campusIcons.map(drawCampusIcon);
  expect(new Set(drawn).size).toBe(campusIcons.length);
  for (const text of drawn) {
    expect(text).toMatch(
      /^<!-- Lucide [^>]+ISC License --><svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
    );
    expect(text).toContain('stroke="#fff"');
    expect(text).not.toMatch(/<script|href|\son/);
  }
});
