import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routesIn } from './console-routes.ts';

const area = `
const loader = () => loadWords('users', 'events');
export const usersRoutes = [
  createRoute({ path: '/users', loader, component: lazyRouteComponent(() => import('./list.tsx'), 'List') }),
  createRoute({
    path: '/users/$id',
    loader: ({ params }) => {
      startQueries('users.read', () => []);
      return loader();
    },
    component: lazyRouteComponent(() => import('./user.tsx'), 'User'),
  }),
  createRoute({ path: '/users/$id/view', loader: () => loadWords('account'), component: lazyRouteComponent(() => import('./view.tsx'), 'View') }),
];`;

test('a route names its code and its texts', () => {
  const words = ['users', 'events'];
  expect(routesIn(area)).toEqual([
    { path: '/users', screen: './list.tsx', words },
    { path: '/users/$id', screen: './user.tsx', words },
    { path: '/users/$id/view', screen: './view.tsx', words: ['account'] },
  ]);
});

test('every route of the console is found, with texts', async () => {
  const root = join(import.meta.dirname, '../../console');
  for await (const file of glob('src/*/area.ts', { cwd: root })) {
    const source = await readFile(join(root, file), 'utf8');
    const routes = routesIn(source);
    expect(routes.length, file).toBe(source.split('createRoute({').length - 1);
    for (const { path, words } of routes) expect(words.length, path).toBeGreaterThan(0);
  }
});
