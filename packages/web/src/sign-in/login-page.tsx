// The sign-in page: heading, one message, the ways to sign in. Rendered at build time and taken over by
// JavaScript afterwards; everything it needs comes as properties.
import type { LoginPageState } from '@brama/contract/login-page';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { appsHref, otherLanguage } from '../address.ts';
import { Page } from '../frame/page.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useReturn } from '../ui/use-return.ts';
import { useLanguage } from '../words/use-language.ts';
import { forgetNotice, leaveIfSignedIn } from './entry.ts';
import { isFailure, Notice, noticeId, shownAtFirst } from './notice.tsx';
import { type Credentials, PasswordForm } from './password-form.tsx';
import { signIn } from './sign-in-calls.ts';

type LoginPageProps = {
  state: LoginPageState;
  /** The query the page was opened with, or the mark that stands for it. */
  query: string;
};

export function LoginPage({ state, query }: LoginPageProps) {
  const { t } = useTranslation(['login', 'common']);
  const language = useLanguage();
  const [shown, setShown] = useState(shownAtFirst(state.notice));
  const [attempts, setAttempts] = useState({ failed: 0, refused: 0 });
  const [pending, setPending] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const failed = isFailure(shown) && !pending;
  const hash = useSyncExternalStore(onHashChange, currentHash, noHash);

  useReturn(() => {
    setPending(false);
    delete document.documentElement.dataset['signedIn'];
    void leaveIfSignedIn(language);
  });

  useEffect(forgetNotice, []);

  useEffect(() => {
    const title = t('common:page-title', { page: t('login:page-title') });
    document.title = failed ? `${t('common:error-prefix')} ${title}` : title;
  }, [t, failed]);

  const submit = async (credentials: Credentials) => {
    setPending(true);
    const failure = await signIn(credentials);
    if (failure) {
      const refused = failure.reason === 'invalid-credentials';
      flushSync(() => {
        setShown(failure);
        setPending(false);
        setAttempts(({ failed, refused: before }) => ({
          failed: failed + 1,
          refused: before + (refused ? 1 : 0),
        }));
      });
      // a refused password is typed again at once; other trouble is read first
      if (!refused) alert.current?.focus();
      return;
    }
    document.documentElement.dataset['signedIn'] = '';
    // replaced, so that Back leads to where the user came from and not to a form already used
    location.replace(appsHref(language, location.search));
  };

  return (
    <Page footer="public" switchHref={`/${otherLanguage(language)}/${query}${hash}`}>
      <Column>
        <div className="mb-7">
          <PageHeading lead={t('login:description')}>{t('login:title')}</PageHeading>
        </div>
        <Notice attempt={attempts.failed} faded={pending} ref={alert} shown={shown} />
        <PasswordForm
          describedBy={shown.reason === 'none' ? undefined : noticeId}
          onSubmit={(credentials) => void submit(credentials)}
          pending={pending}
          refusals={attempts.refused}
          username={state.username}
        />
      </Column>
    </Page>
  );
}

function onHashChange(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

const currentHash = () => location.hash;
const noHash = () => '';
