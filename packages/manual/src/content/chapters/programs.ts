// Chapter “Whole programs”: sample sites. It prints the files of `examples/`, which the tests in `interop/` start.
import { indentedCode } from '../attached.ts';
import { type Chapter, code, pair, section, text } from '../book.ts';

export const programs: Chapter = {
  id: 'programs',
  title: pair('Готові програми', 'Whole programs'),
  blocks: [
    text(
      'Кожна — цілий сайт в одному файлі, без жодного пакета: кнопка, `state`, обмін квитка, власний сеанс і вихід. Запис для маніфесту — у [розділі 2](#entry). Ці файли, як і записи для маніфесту, вкладено в цей PDF: відкрийте перелік вкладень у програмі для перегляду. Вони ж лежать у теці `examples` коду Брами; там є й сайт на React.',
      'Each is a whole site in one file without a package: the button, `state`, the exchange of the ticket, its own session and sign-out. Their entry is in [chapter 2](#entry). The files are attached to this PDF, as the entries are: open the list of attachments of your viewer. They are also in the folder `examples` of Brama’s code, next to a site in React.',
    ),
  ],
  sections: [
    section(
      'program-node',
      pair('Node 20 або новіший', 'Node 20 or newer'),
      code('node', 'server.mjs'),
    ),
    section(
      'program-python',
      pair('Python 3.10 або новіший', 'Python 3.10 or newer'),
      ...indentedCode('python', 'app.py'),
    ),
    section(
      'program-php',
      pair('PHP 8.1 або новіший', 'PHP 8.1 or newer'),
      text(
        'Для випробувань вистачить сервера, вбудованого в PHP: `php -q -S localhost:4000 index.php`. З `-q` він не записує адрес із квитками.',
        'The server built into PHP is enough to try it: `php -q -S localhost:4000 index.php`. With `-q` it logs no address, and so no ticket.',
      ),
      code('php', 'index.php'),
    ),
  ],
};
