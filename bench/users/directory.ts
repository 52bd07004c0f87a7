// Gives the users of the benchmark names as at a university, a role to one of them, and waits until a search finds them all.

import { setTimeout as sleep } from 'node:timers/promises';
import { execute, read } from '../system/population.ts';
import type { Seeded } from '../system/world.ts';

const surnames = [
  'Шевченко',
  'Коваленко',
  'Бондаренко',
  'Ткаченко',
  'Кравченко',
  'Олійник',
  'Шевчук',
  'Поліщук',
  'Лисенко',
  'Марченко',
  'Савченко',
  'Руденко',
  'Мельник',
  'Іваненко',
  'Петренко',
  'Гончар',
  'Дем’яненко',
  'Ґудзь',
  'Єфремов',
  'Яценюк',
  'Левицький',
  'Щербак',
  'Костенко',
  'Ковальчук',
  'Іванова',
  'Зінченко',
  'Хоменко',
  'Білецька',
  'Українець',
  'Жук',
  'Їжакевич',
  'Цимбалюк',
];
const beginnings = ['', '', '', '', 'Біло', 'Чорно', 'Старо', 'Ново'];
const givenNames = [
  'Олена',
  'Іван',
  'Марія',
  'Петро',
  'Ганна',
  'Софія',
  'Дмитро',
  'Анна',
  'Юрій',
  'Зоряна',
  'Мар’яна',
  'Олександр',
  'Тарас',
  'Віктор',
  'Ірина',
  'Наталія',
  'Андрій',
  'Христина',
  'Богдан',
  'Оксана',
];
const fathers = [
  'Іванович',
  'Петрівна',
  'Сергійович',
  'Олегівна',
  'Юріївна',
  'Андрійович',
  'Вікторівна',
];

/** Returns the expression of one of the texts, chosen by the number of the user and spread by the factor. */
function oneOf(texts: readonly string[], factor: number): string {
  const cases = texts.map((text, index) => `when ${index} then '${text}'`).join(' ');
  return `case (n * ${factor} / 64) % ${texts.length} ${cases} end`;
}

/** Names every user. The triggers of the database mark their search texts as missing. */
export function nameUsers(seeded: Seeded): Promise<void> {
  const name = [
    `${oneOf(beginnings, 7919)} || ${oneOf(surnames, 10_007)}`,
    oneOf(givenNames, 4099),
    oneOf(fathers, 2053),
  ].join(" || ' ' || ");
  return execute(seeded, () => [
    `update users set full_name = names.name, student_id = 'KB-' || names.n from
       (select id, n, ${name} as name from (select id, row_number() over (order by id) as n from users) numbered) names
     where names.id = users.id`,
  ]);
}

export function grantRole(seeded: Seeded, username: string, role = 'auditor'): Promise<void> {
  return execute(seeded, () => [
    `insert into user_roles (user_id, role, granted_at) select id, '${role}', 0 from users where username = '${username}'`,
  ]);
}

/** Adds events of the last 30 days, spread over the users, and a refused sign-in for every tenth event. */
export function addEvents(seeded: Seeded, count: number): Promise<void> {
  const days30 = 30 * 86_400_000;
  const at = `${Date.now()} - n * cast(${Math.floor(days30 / count)} as bigint)`;
  const user = `join event_users u on u.position = (n * cast(7919 as bigint)) % ${seeded.users}`;
  const types = ['sign-in.succeeded', 'session.ended', 'data.released', 'user.viewed'];
  return execute(seeded, ({ numbers, uuid }) => [
    'create table event_users as select row_number() over (order by id) - 1 as position, id as user_id from users',
    'create unique index event_users_position on event_users (position)',
    `${numbers(1, count)}
     insert into events (id, at, type, count, actor, actor_id, user_id, method, network, browser, system)
     select ${uuid}, ${at}, ${oneOf(types, 64)}, 1, 'user', user_id, user_id, 'password', '192.0.2.' || (n % 250), 'Firefox', 'Linux'
     from numbers ${user}`,
    `${numbers(1, count)}
     insert into sign_in_attempts (id, at, expires_at, user_id, step, method, reason, network, reference)
     select ${uuid}, ${at}, ${Date.now() + days30}, user_id, 'sign-in', 'password', 'password', '192.0.2.1', 'K7M2-' || n
     from numbers ${user} where n % 10 = 0`,
    'drop table event_users',
  ]);
}

/** Waits until the running server has filled all search texts. */
export async function untilSearchable(seeded: Seeded): Promise<void> {
  const began = performance.now();
  for (;;) {
    const missing = await read(
      seeded,
      'select user_id from user_search where text is null limit 1',
    );
    if (missing.length === 0) break;
    await sleep(500);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.error(`${seeded.database}: ${seeded.users} users searchable after ${seconds} s`);
  // otherwise the measured searches would pay for the maintenance of the new rows
  if (seeded.settings['DATABASE_URL'] !== undefined)
    await execute(seeded, () => ['vacuum analyze users', 'vacuum analyze user_search']);
}
