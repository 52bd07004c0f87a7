import { expect, test } from 'vitest';
import type { Site } from '../pages/web-build.ts';
import { createAppsPage } from './apps-page.ts';

const titled = (title: string) => ({ id: title, name: title, title, description: '' });

test('titles are sorted by the Ukrainian alphabet, with Ґ, Є, І and Ї in place', async () => {
  const titles = ['Їдальня', 'Європа', 'Ґанок', 'Іспити', 'Дім', 'Гурток', 'Журнал'];
  const user = { userHash: 'hash', fullName: '', data: {}, applications: titles.map(titled) };
  const page = createAppsPage(
    { findUserAnswer: async () => user, ownSessions: {} as never, connectedApps: {} as never },
    {
      renderParts: (_page: string, _language: string, props: unknown) => [
        { html: JSON.stringify(props), isShared: false },
      ],
    } as unknown as Site,
  );
  const [part] = await page({ url: '/uk/apps' } as never, {} as never, 'uk');
  const { applications } = JSON.parse(part?.html ?? '').user;
  expect(applications.map(({ title }: { title: string }) => title)).toEqual([
    'Гурток',
    'Ґанок',
    'Дім',
    'Європа',
    'Журнал',
    'Іспити',
    'Їдальня',
  ]);
});
