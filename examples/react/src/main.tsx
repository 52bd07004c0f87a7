// What the browser shows: the button of Brama, or who is signed in. The server decides which
// (`server.mjs`).

import { KpiIdSignin } from '@brama/signin-button/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

type Session =
  | { user: { name: string; studentId: string; employeeId: string; method: string } }
  | { signIn: { baseUrl: string; appId: string; state: string } };

function Site({ session, failed }: { session: Session; failed: boolean }) {
  if ('signIn' in session)
    return (
      <>
        <h1>Nobody is signed in</h1>
        {failed ? <p role="alert">That did not work. Once more, please:</p> : null}
        <KpiIdSignin {...session.signIn} locale="en" />
      </>
    );
  const { name, studentId, employeeId, method } = session.user;
  return (
    <>
      <h1>{name}</h1>
      <p>
        {studentId && `Student ${studentId}, `}
        {employeeId && `Employee ${employeeId}, `}
        signed in by {method}
      </p>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out here</button>
      </form>
    </>
  );
}

// once for each page, not for each time React draws: it also makes a new `state`
const answer = await fetch('/api/session');
const session: Session = await answer.json();
// the server redirects a user who signed in; a user who is still here has an invalid ticket
const failed = location.pathname === '/back';
if (failed) history.replaceState(null, '', '/');

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Site session={session} failed={failed} />
  </StrictMode>,
);
