// Why an import has failed, in words of both languages: for emails, commands and `brama doctor`. The console has its own.

import type { Language } from '../../paths.ts';
import type { ImportFailure } from './codes.ts';

const words: Readonly<Record<ImportFailure, readonly [en: string, uk: string]>> = {
  'empty-file': ['The file is empty.', 'Файл порожній.'],
  'file-too-large': ['The file is too large.', 'Файл завеликий.'],
  'unknown-format': ['The format of the file is not known.', 'Формат файлу невідомий.'],
  'old-spreadsheet': [
    'The file is a spreadsheet of the old form, XLS: save it as XLSX.',
    'Файл має старий формат електронної таблиці, XLS: збережіть його у форматі XLSX.',
  ],
  'unknown-encoding': ['The encoding of the file is not known.', 'Кодування файлу невідоме.'],
  'missing-header': ['The file has no row of headers.', 'У файлі немає рядка заголовків.'],
  'empty-header': [
    'A column has no header. The first row must have the headers: delete the rows above it, such as a title.',
    'Стовпець не має заголовка. Заголовки мають бути в першому рядку: видаліть рядки над ними, наприклад назву списку.',
  ],
  'duplicate-header': [
    'Two columns have the same header.',
    'Два стовпці мають однаковий заголовок.',
  ],
  'invalid-header': ['A header is not valid.', 'Заголовок неправильний.'],
  'too-many-columns': ['The file has too many columns.', 'У файлі забагато стовпців.'],
  'line-too-long': ['A row is too long.', 'Рядок задовгий.'],
  'quote-without-end': [
    'A quotation mark opens a text that does not end.',
    'Лапки відкривають текст, який не закінчується.',
  ],
  'spreadsheet-damaged': ['The spreadsheet is damaged.', 'Електронну таблицю пошкоджено.'],
  'spreadsheet-encrypted': [
    'The spreadsheet has a password.',
    'Електронну таблицю захищено паролем.',
  ],
  'spreadsheet-too-large': [
    'The unpacked spreadsheet is too large.',
    'Розпакована електронна таблиця завелика.',
  ],
  'spreadsheet-external-reference': [
    'The spreadsheet refers to other files.',
    'Електронна таблиця посилається на інші файли.',
  ],
  'too-many-sheets': [
    'The spreadsheet has too many sheets.',
    'В електронній таблиці забагато аркушів.',
  ],
  'unknown-sheet': [
    'The spreadsheet lacks the sheet that the mapping of the source names.',
    'В електронній таблиці немає аркуша, який указано у відповідності стовпців.',
  ],
  'too-many-rows': ['The file has too many rows.', 'У файлі забагато рядків.'],
  'too-many-rows-in-file': [
    'The file or the register has more than 200,000 rows.',
    'У файлі або реєстрі понад 200 000 рядків.',
  ],
  'too-many-cells-in-file': ['The file has too many cells.', 'У файлі забагато клітинок.'],
  'too-many-rejected': ['More than 20,000 rows were rejected.', 'Відхилено понад 20 000 рядків.'],
  interrupted: [
    'The import was interrupted. Import the file again.',
    'Імпорт перервано. Імпортуйте файл ще раз.',
  ],
  conflict: [
    'Other changes always came first. What was written stays; import the file again.',
    'Інші зміни весь час випереджали імпорт. Уже записане залишається; імпортуйте файл ще раз.',
  ],
  'invalid-mapping': [
    'The mapping of the columns is no longer accepted. Save it again.',
    'Відповідність стовпців більше не підходить. Збережіть її ще раз.',
  ],
  'missing-columns': [
    'The file lacks columns that the mapping needs. The first row must have the headers.',
    'У файлі бракує стовпців, які потрібні для відповідності полів. Заголовки мають бути в першому рядку.',
  ],
  'no-mapping': [
    'The source has no mapping of the columns.',
    'Для джерела не вказано, що означають стовпці.',
  ],
  'missing-file': [
    'There is no file at the path of the command.',
    'За шляхом, указаним у команді, немає файлу.',
  ],
  'unreadable-file': ['The file cannot be read.', 'Файл не можна прочитати.'],
  'no-persons': ['The file has no rows below the header.', 'У файлі немає рядків під заголовком.'],
  'all-rejected': ['Each row of the file is rejected.', 'Усі рядки файлу відхилено.'],
  'register-unavailable': ['The register EDEBO does not answer.', 'Реєстр ЄДЕБО не відповідає.'],
  'register-credentials': [
    'The register EDEBO refuses the user, the password or the key.',
    'Реєстр ЄДЕБО не приймає користувача, пароль або ключ.',
  ],
  'register-settings': [
    'The settings for the address of the register EDEBO are wrong.',
    'Налаштування адреси реєстру ЄДЕБО неправильні.',
  ],
  'register-answer': [
    'The register EDEBO has answered with something else than its lists.',
    'Реєстр ЄДЕБО відповів не своїми списками.',
  ],
  outdated: [
    'The source was changed during the import. What was written stays; import the file again.',
    'Під час імпорту джерело змінено. Уже записане залишається; імпортуйте файл ще раз.',
  ],
};

/** Returns the reason as a sentence. */
export function explainFailure(failure: ImportFailure, language: Language): string {
  const [en, uk] = words[failure];
  return language === 'uk' ? uk : en;
}
