// Chapter “Signing out”: of one application, of Brama and all applications, and the notification when a user signs out
// elsewhere.
import { type Chapter, code, pair, points, section, steps, text } from '../book.ts';

export const signOut: Chapter = {
  id: 'sign-out',
  title: pair('Вихід', 'Signing out'),
  blocks: [
    text(
      'Сеанс вашого сервісу і сеанс Брами — різні речі. Ваша кнопка «Вийти» завершує ваш; чи завершувати й спільний, обираєте ви.',
      'The session of your app and the one of Brama are two things. Your “Sign out” ends yours; whether it ends the common one as well is your choice.',
    ),
  ],
  sections: [
    section(
      'sign-out-ticket',
      pair('Сервіс із квитком', 'An app with tickets'),
      points(
        pair(
          'Видаліть власний сеанс на сервері й cookie. Приймайте вихід лише методом POST зі свого сайту.',
          'Delete your own session on the server, and the cookie. Take a sign-out only as a POST of your own site.',
        ),
        pair(
          'Щоб людина могла вийти звідусіль, дайте їй посилання на `/oidc/logout` Брами: там її спитають.',
          'To let people sign out everywhere, give them a link to `/oidc/logout` of Brama: there they are asked.',
        ),
        pair(
          'Про вихід деінде такий сервіс не дізнається, тож сеанс робіть коротким: вісім годин, не тиждень.',
          'Such an app is not notified of sign-outs elsewhere, so keep its session short: eight hours rather than a week.',
        ),
      ),
    ),
    section(
      'sign-out-oidc',
      pair('Вихід звідусіль', 'Signing out everywhere'),
      text(
        'Завершіть власний сеанс і спрямуйте браузер за адресою, яку друкує команда нижче. Брама спитає людину, завершить спільний сеанс і поверне її на зареєстровану `post_logout_redirect_uri`.',
        'End your own session and send the browser to the address that the command prints. Brama asks the person, ends the common session and leads back to the registered `post_logout_redirect_uri`.',
      ),
      code('sign-out', 'Термінал', 'Terminal'),
    ),
    section(
      'sign-out-back-channel',
      pair('Коли людина вийшла деінде', 'When a user signs out elsewhere'),
      text(
        'На `backchannel_logout_uri` Брама надсилає POST із полем `logout_token` — підписаним JWT (заголовок `typ: logout+jwt`). У приватну мережу — лише якщо оператор дозволив її в `OUTBOUND_ALLOW`.',
        'Brama posts a field `logout_token`, a signed JWT (header `typ: logout+jwt`), to your `backchannel_logout_uri`; in a private network only where the operator allows it in `OUTBOUND_ALLOW`.',
      ),
      code('logout-token', 'Вміст logout_token', 'Content of logout_token'),
      steps(
        pair(
          'Перевірте підпис ключами з `jwks_uri`, `iss`, `aud`, `exp`, наявність `events` і відсутність `nonce`; завершіть сеанс, якому належить `sid`: він був в ID-токені під час входу.',
          'Check the signature by the keys at `jwks_uri`, `iss`, `aud`, `exp`, that `events` is there and `nonce` is not; end the session that `sid` belongs to: it stood in the ID token of the sign-in.',
        ),
        pair(
          'Відповідайте 200. Немає відповіді — Брама спробує ще, а людині, яка вийшла, назве ваш сервіс серед тих, з яких треба вийти окремо.',
          'Respond with 200. Without a response Brama tries again, and the user is told to sign out of your app separately.',
        ),
      ),
    ),
  ],
};
