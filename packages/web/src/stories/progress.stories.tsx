// Progress bars: two fixed, one running.

import { Progress } from '@brama/ui/loading/progress.tsx';
import { useRef } from 'react';
import { Story, StoryGroup } from './story.tsx';

const runMs = 20_000;
const percent = (value: number) => `${Math.round(value / 10) * 10} %`;

export function ProgressStories() {
  const start = useRef(Date.now());
  const elapsed = () => (Date.now() - start.current) % runMs;
  return (
    <StoryGroup title="Progress">
      {[0, 40, 100].map((value) => (
        <Story caption={`${value} of 100`} key={value}>
          <Progress describe={percent} label={`Bar ${value}`} read={() => value} />
        </Story>
      ))}
      <Story caption="20 s, again and again">
        <Progress
          describe={(value) => `Ще ${Math.ceil((runMs - value) / 5000) * 5} с`}
          label="Running bar"
          max={runMs}
          read={elapsed}
        />
      </Story>
    </StoryGroup>
  );
}
