// The simulator of Google as a request listener: an OpenID issuer and the page /choose. There the user chooses an
// account and an error to simulate.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../pages/html.ts';
import { bodyOf, chosenLanguage, sendPage } from '../pages/http.ts';
import { contentSecurityPolicy } from '../pages/page-frame.ts';
import { chooserPage, emptyPage } from './page.ts';
import { createProvider, type ProviderOptions, sessionCookie } from './provider.ts';
import { choiceOf, idOf } from './scenarios.ts';

/** Returns the language that the application requested (`ui_locales`, OpenID Connect Core §3.1.2.1). */
function wishedLanguage(locales: unknown): Language | undefined {
  const [first] = `${locales}`.split(/[ -]/);
  return first === 'uk' || first === 'en' ? first : undefined;
}

function forgetSession(request: IncomingMessage) {
  const kept = (request.headers.cookie ?? '')
    .split('; ')
    .filter((cookie) => !cookie.startsWith(sessionCookie));
  request.headers.cookie = kept.join('; ');
}

export function createGoogleSimulator(options: ProviderOptions) {
  const provider = createProvider(options);
  const answerProtocol = provider.callback();
  const policy = contentSecurityPolicy(options.bramaUrl);

  async function answerChooser(url: URL, request: IncomingMessage, response: ServerResponse) {
    const details = await provider.interactionDetails(request, response).catch(() => undefined);
    const wished = wishedLanguage(details?.params['ui_locales']);
    const language = chosenLanguage(url, request, wished);
    if (!details) {
      const page = emptyPage('over', options.bramaUrl, language);
      return sendPage(response, 410, page, policy);
    }
    if (request.method !== 'POST') {
      const asks = new URL(options.bramaUrl).host;
      const page = chooserPage({ path: url.pathname, asks }, language);
      return sendPage(response, 200, page, policy);
    }
    const form = new URLSearchParams(await bodyOf(request));
    const choice = choiceOf(form.get('person'), form.get('scenario'));
    const result =
      choice.scenario === 'cancel'
        ? { error: 'access_denied', error_description: 'the person cancelled' }
        : { login: { accountId: idOf(choice) }, select_account: {} };
    return provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    forgetSession(request);
    const url = URL.parse(request.url ?? '/', options.issuer);
    if (url?.pathname.startsWith('/choose/')) return answerChooser(url, request, response);
    if (url?.pathname !== '/') return answerProtocol(request, response);
    const page = emptyPage('home', options.bramaUrl, chosenLanguage(url, request));
    return sendPage(response, 200, page, policy);
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse) {
      answer(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400);
        response.end();
      });
    },
  };
}
