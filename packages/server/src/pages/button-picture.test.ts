import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../../test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

const ask = (caption: string) => world.send({ url: `/button.svg?caption=${caption}` });

// characters that XML 1.0 cannot contain, escaped or not (production 2)
test.each(['%01', 'a%00b', '%0B', '%1F', '%EF%BF%BE', '%EF%BF%BF'])(
  'a caption of %s is rejected',
  async (caption) => {
    const answer = await ask(caption);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'request.invalid' } });
  },
);

test.each(['a%09b', 'a%0Ab', '%7F', '%EF%BF%BD', '%F0%9F%98%80', '%D0%A3'])(
  'a caption of %s is drawn',
  async (caption) => {
    const answer = await ask(caption);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(decodeURIComponent(caption));
  },
);
