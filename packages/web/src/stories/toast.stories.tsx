// Toasts of every kind with their options.
import { Button } from '@brama/ui/button.tsx';
import { showToast } from '../ui/toast/toast.ts';
import type { Toast } from '../ui/toast/toaster.tsx';
import { Story, StoryGroup } from './story.tsx';

const longText =
  'A description as long as a sentence of a message that did not want to be cut, with averyveryverylongwordthathasnobreak in it.';

const toasts: Record<string, Toast> = {
  success: { kind: 'success', title: 'Скрипт скопійовано' },
  error: { kind: 'error', title: 'Could not sign out', description: longText },
  warning: { kind: 'warning', title: 'The code is about to expire' },
  info: { kind: 'info', title: 'A new version is here', description: 'Reload when you like.' },
  undo: {
    kind: 'success',
    title: 'Користувача вилучено з групи',
    undo: { label: 'Скасувати', onUndo: () => showToast({ kind: 'info', title: 'Повернуто' }) },
  },
  'stays, not dismissible': {
    kind: 'info',
    title: 'Stays',
    duration: Number.POSITIVE_INFINITY,
    dismissible: false,
  },
  'top left, 10 s': {
    kind: 'success',
    title: 'Elsewhere',
    position: 'top-left',
    duration: 10_000,
  },
};

export function ToastStories() {
  const load = () => {
    const id = showToast({ kind: 'loading', title: 'Loading' });
    setTimeout(() => showToast({ kind: 'success', title: 'Loaded' }, id), 3000);
  };
  return (
    <StoryGroup title="Toast">
      {Object.entries(toasts).map(([name, toast]) => (
        <Story caption={name} key={name}>
          <Button look="secondary" onClick={() => showToast(toast)}>
            Show {name}
          </Button>
        </Story>
      ))}
      <Story caption="loading, then success with the same id">
        <Button look="secondary" onClick={load}>
          Show loading
        </Button>
      </Story>
    </StoryGroup>
  );
}
