// The texts of the cover, the contents page, the page headers and the page footers.
import type { Language } from '@brama/contract/paths';
import { originInManual } from '../content/snippets.ts';

/** The day of the last complete review of the text. The cover and the metadata show it in place of the build date. */
export const edition = new Date('2026-11-22T00:00:00Z');

const words = {
  uk: {
    brand: 'Брама',
    title: 'Інструкція з інтеграції',
    subject: 'Як під’єднати сайт до єдиного входу університету',
    lead: 'Як додати на свій сайт вхід через Браму: кнопка, квиток, OpenID Connect, вихід, перевірка й запуск.',
    aboutAddress: `Адреса ${originInManual} у прикладах умовна: замініть її на адресу Брами вашого університету. Код кнопки з уже вписаною адресою дає конструктор кнопки, /uk/button-wizard.`,
    edition: `Видання від ${edition.toLocaleDateString('uk-UA', { dateStyle: 'long', timeZone: 'UTC' })}`,
    contents: 'Зміст',
    pageOf: (number: number, count: number) => `${number} з ${count}`,
  },
  en: {
    brand: 'Brama',
    title: 'Integration manual',
    subject: 'How to connect a site to the one sign-in of the university',
    lead: 'How to let people sign in to your site with Brama: the button, the ticket, OpenID Connect, signing out, trying it and going live.',
    aboutAddress: `The address ${originInManual} in the examples stands for that of Brama at your university: put yours in its place. The button wizard, /en/button-wizard, gives the code of the button with the address already in it.`,
    edition: `Edition of ${edition.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}`,
    contents: 'Contents',
    pageOf: (number: number, count: number) => `${number} of ${count}`,
  },
};

export const frontWords = (language: Language) => words[language];
