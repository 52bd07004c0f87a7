// Buttons and links that act like them.

import { Button, type ButtonLook, buttonClass } from '@brama/ui/button.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { Story, StoryGroup } from './story.tsx';

const looks: readonly ButtonLook[] = ['primary', 'secondary'];
const icon = <LogOut aria-hidden="true" size={18} />;

export function ButtonStories() {
  const [pending, setPending] = useState(false);
  const work = () => {
    setPending(true);
    setTimeout(() => setPending(false), 2000);
  };
  return (
    <StoryGroup title="Button">
      {looks.flatMap((look) => [
        <Story caption={look} key={look}>
          <Button look={look}>Увійти</Button>
        </Story>,
        <Story caption={`${look}, icon`} key={`${look} icon`}>
          <Button icon={icon} look={look}>
            Вийти
          </Button>
        </Story>,
        <Story caption={`${look}, disabled`} key={`${look} disabled`}>
          <Button disabled={true} icon={icon} look={look}>
            Вийти
          </Button>
        </Story>,
        <Story caption={`${look}, pending: spinner for icon`} key={`${look} pending`}>
          <Button icon={icon} look={look} pending={true}>
            Вийти
          </Button>
        </Story>,
      ])}
      <Story caption="pending with a label of its own, press it">
        <Button look="primary" onClick={work} pending={pending} pendingLabel="Входимо…">
          Увійти до системи
        </Button>
      </Story>
      <Story caption="long label">
        <Button icon={icon} look="primary">
          Підтвердити вхід через застосунок на іншому пристрої
        </Button>
      </Story>
      <Story caption="link as button, link in text">
        <div className="flex flex-wrap items-center gap-4">
          <a className={buttonClass('secondary')} href="#button">
            На головну
          </a>
          <a className={textLink} href="#button">
            Допомога
          </a>
        </div>
      </Story>
      <Story caption="spinner 18, 20, 48">
        <div className="flex items-center gap-4 text-brand">
          <Spinner size={18} />
          <Spinner />
          <Spinner size={48} />
        </div>
      </Story>
    </StoryGroup>
  );
}
