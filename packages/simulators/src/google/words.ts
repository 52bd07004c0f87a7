// The texts of the simulator's pages, in both languages.

import type { Language } from '../pages/html.ts';
import type { Scenario } from './scenarios.ts';

type Words = {
  kind: string;
  title: string;
  lead: string;
  asks: string;
  who: string;
  whatToDo: string;
  go: string;
  over: string;
  overLead: string;
  home: string;
  homeLead: string;
  back: string;
  switch: string;
  scenarios: Record<Scenario, string>;
};

export const words: Record<Language, Words> = {
  uk: {
    kind: 'Симулятор Google',
    title: 'Виберіть обліковий запис',
    lead: 'Тут замість Google відповідає симулятор. Усі люди вигадані.',
    asks: 'Далі до',
    who: 'Чий обліковий запис',
    whatToDo: 'Що станеться',
    go: 'Продовжити',
    over: 'Цей вхід уже завершено',
    overLead: 'Поверніться до сторінки входу й почніть знову.',
    home: 'Обліковий запис вибирають під час входу',
    homeLead: 'Відкрийте сторінку входу та натисніть «Увійти через Google».',
    back: 'До сторінки входу',
    switch: 'Switch to English',
    scenarios: {
      ok: 'Усе гаразд',
      cancel: 'Користувач скасовує вхід',
      slow: 'Google відповідає повільно',
      'changed-sub': 'Та сама адреса, інший обліковий запис',
      'wrong-hd': 'Домен іншої організації',
      'no-hd': 'Без домену організації',
      'unverified-email': 'Адресу не підтверджено',
      'wrong-nonce': 'Токен іншої спроби',
      'expired-token': 'Прострочений токен',
      'foreign-audience': 'Токен для іншого сервісу',
      'unsigned-token': 'Токен без підпису',
      'token-unavailable': 'Google не видає токена: 503',
    },
  },
  en: {
    kind: 'Google simulator',
    title: 'Choose an account',
    lead: 'A simulator responds here in place of Google. All people are invented.',
    asks: 'To continue to',
    who: 'Whose account',
    whatToDo: 'What happens',
    go: 'Continue',
    over: 'This sign-in is over',
    overLead: 'Go back to the sign-in page and start again.',
    home: 'Accounts are chosen while signing in',
    homeLead: 'Open the sign-in page and press “Sign in with Google”.',
    back: 'To the sign-in page',
    switch: 'Перейти на українську',
    scenarios: {
      ok: 'Everything works',
      cancel: 'The user cancels',
      slow: 'Google is slow to respond',
      'changed-sub': 'Same address, different account',
      'wrong-hd': 'Another organisation’s domain',
      'no-hd': 'No organisation domain',
      'unverified-email': 'Address not verified',
      'wrong-nonce': 'Token of another attempt',
      'expired-token': 'Expired token',
      'foreign-audience': 'Token for another app',
      'unsigned-token': 'Token without a signature',
      'token-unavailable': 'Google returns no token: 503',
    },
  },
};
