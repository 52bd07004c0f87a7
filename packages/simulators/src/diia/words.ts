// The texts of the simulator's pages, in both languages.

import type { Language } from '../pages/html.ts';
import type { Action } from './actions.ts';
import type { Fault } from './partner-api.ts';

type Words = {
  kind: string;
  title: string;
  lead: string;
  asks: string;
  who: string;
  whatToDo: string;
  go: string;
  result: string;
  back: string;
  again: string;
  home: string;
  homeTitle: string;
  over: string;
  overLead: string;
  requests: string;
  noRequests: string;
  behaviour: string;
  set: string;
  switch: string;
  declined: string;
  waits: (seconds: number) => string;
  answered: (status: number, success: boolean | undefined) => string;
  actions: Record<Action, string>;
  faults: Record<Fault, string>;
};

export const words: Record<Language, Words> = {
  uk: {
    kind: 'Симулятор Дії',
    title: 'Підтвердити вхід',
    lead: 'Так це виглядало б у застосунку на телефоні. Усі люди тут вигадані.',
    asks: 'Запит від',
    who: 'Хто тримає телефон',
    whatToDo: 'Що зробити',
    go: 'Виконати',
    result: 'Що сталося',
    back: 'Повернутися на сайт',
    again: 'Зробити щось інше',
    home: 'Запити та відповіді симулятора',
    homeTitle: 'Запити та відповіді',
    over: 'Код уже не діє',
    overLead: 'Поверніться до сторінки входу й відскануйте новий.',
    requests: 'Останні запити',
    noRequests: 'Запитів ще не було: на сторінці входу виберіть «Увійти через Дію».',
    behaviour: 'Як відповідає Дія на запит коду',
    set: 'Застосувати',
    switch: 'Switch to English',
    declined: 'Запит відхилено. Сайт про це не дізнається, як і насправді.',
    waits: (seconds) => `Підпис надійде через ${seconds} с; цю сторінку можна закрити.`,
    answered: (status, success) =>
      status === 0
        ? 'Сайт не відповів.'
        : `Сайт відповів ${status}: ${success ? 'підпис прийнято' : 'підпис відхилено'}.`,
    actions: {
      confirm: 'Підтвердити',
      decline: 'Відхилити',
      slow: 'Підтвердити не відразу',
      late: 'Підтвердити запізно',
      twice: 'Підтвердити й надіслати двічі',
      'tampered-signature': 'Зіпсований підпис',
      'foreign-authority': 'Сертифікат чужого надавача',
      'expired-certificate': 'Прострочений сертифікат',
      'wrong-digest': 'Підпис іншого вмісту',
      'empty-digest': 'Підпис порожнього вмісту',
      'other-request': 'Підпис іншого запиту',
    },
    faults: {
      none: 'Без помилок',
      gateway: 'Шлюз: 200 і код процесу замість відповіді',
      unauthorized: '401 один раз: токен забуто',
      'access-denied': '403: доступу не надано',
      unavailable: '503: служба недоступна',
      silent: 'Не відповідає зовсім',
    },
  },
  en: {
    kind: 'Diia simulator',
    title: 'Confirm the sign-in',
    lead: 'This is what the app on a phone would show. All people here are invented.',
    asks: 'Asked by',
    who: 'Who holds the phone',
    whatToDo: 'What to do',
    go: 'Do it',
    result: 'What happened',
    back: 'Back to the site',
    again: 'Do something else',
    home: 'Requests and responses of the simulator',
    homeTitle: 'Requests and responses',
    over: 'This code no longer works',
    overLead: 'Go back to the sign-in page and scan a new one.',
    requests: 'Latest requests',
    noRequests: 'No requests yet: choose “Sign in with Diia” on the sign-in page.',
    behaviour: 'How Diia responds to a request for a code',
    set: 'Apply',
    switch: 'Перейти на українську',
    declined: 'The request was declined. The site isn’t notified, just as in reality.',
    waits: (seconds) => `The signature will arrive in ${seconds} s; you can close this page.`,
    answered: (status, success) =>
      status === 0
        ? 'The site didn’t respond.'
        : `The site responded with ${status}: signature ${success ? 'accepted' : 'rejected'}.`,
    actions: {
      confirm: 'Confirm',
      decline: 'Decline',
      slow: 'Confirm after a while',
      late: 'Confirm too late',
      twice: 'Confirm and send twice',
      'tampered-signature': 'Tampered signature',
      'foreign-authority': 'Certificate of a foreign authority',
      'expired-certificate': 'Expired certificate',
      'wrong-digest': 'Signature over other content',
      'empty-digest': 'Signature over nothing',
      'other-request': 'Signature of another request',
    },
    faults: {
      none: 'No errors',
      gateway: 'Gateway: 200 and a process code instead of the response',
      unauthorized: '401 once: the token is forgotten',
      'access-denied': '403: access not granted',
      unavailable: '503: service not available',
      silent: 'Doesn’t respond at all',
    },
  },
};
