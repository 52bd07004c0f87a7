// Sign-in with Diia: a code to scan, or a link that opens Diia on this phone, until the user has confirmed.
import { CodeView } from './code/code-view.tsx';
import { Entering } from './entering.tsx';
import { NextSteps } from './next-steps.tsx';
import { useDiia } from './state/use-diia.ts';
import { useKeptFocus } from './use-kept-focus.ts';

export function Screen() {
  const { state, renew } = useDiia();
  useKeptFocus();
  const { view } = state;
  if (view === 'not-linked' || view === 'off' || view === 'no-cookies')
    return <NextSteps onRenew={renew} reason={view} />;
  return (
    <>
      <CodeView onRenew={renew} state={state} />
      {view === 'entering' ? <Entering /> : null}
    </>
  );
}
