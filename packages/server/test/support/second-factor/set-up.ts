// Steps of users who set up two-step verification, in a composed server. Each browser keeps its cookies.

import type { PageProps } from '@brama/contract/pages/page-props';
import type { LightMyRequestResponse } from 'fastify';
import { generateSync } from 'otplib';
import { createBrowser } from '../browser.ts';
import { form } from '../oidc/raw.ts';
import { setUpPropsOf } from '../web-build.ts';
import { ours, password, type World } from '../world.ts';

type Browser = ReturnType<typeof createBrowser>;

const page = '/uk/second-factor/set-up';

/** What the page gives to the user. */
type Offered = PageProps['second-factor-set-up'];

const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

export function createSetUpSteps(world: World) {
  /** Returns the code that the app shows. */
  const codeOf = ({ secret }: Pick<Offered, 'secret'>, at = world.clock.now) =>
    generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(at / 1000) });

  const post = (browser: Browser, url: string, fields: Record<string, string>) =>
    browser.submit(url, {
      method: 'POST',
      payload: encoded(fields),
      headers: { ...ours, ...form },
    });

  async function open(browser: Browser, query = ''): Promise<Offered> {
    const answer = await browser.request(`${page}${query}`);
    if (answer.statusCode !== 200)
      throw new Error(`${answer.statusCode} ${answer.headers.location}`);
    return setUpPropsOf(answer.body);
  }

  function confirm(
    browser: Browser,
    { enrolment, userHash }: Pick<Offered, 'enrolment' | 'userHash'>,
    code: string,
    query = '',
  ): Promise<LightMyRequestResponse> {
    return post(browser, `${page}${query}`, { enrolment, code, userHash });
  }

  return {
    codeOf,
    post,
    open,
    confirm,

    /** Signs in with the password. Under the policy `required` the sign-in then waits. */
    async browser(username = 'o.shevchenko', to = createBrowser(world.server)): Promise<Browser> {
      const call = (url: string, payload: object) =>
        to.request(url, { method: 'POST', payload, headers: ours });
      const { sessionId } = (await call('/api/auth', { username, password })).json();
      await call('/api/auth/internal', { sessionId });
      return to;
    },

    /** Opens the page and confirms the app. */
    async turnOn(browser: Browser, query = '') {
      const offered = await open(browser, query);
      const answer = await confirm(browser, offered, codeOf(offered), query);
      return { offered, answer };
    },
  };
}
