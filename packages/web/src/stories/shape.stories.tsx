// Page structure: headings, columns, cards, skeletons, gates, icons of applications.
import { campusIcons } from '@brama/contract/applications/campus-icons';
import { campusIconPath } from '@brama/contract/paths';
import { Card, CardLink } from '@brama/ui/card.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Skeleton } from '@brama/ui/loading/skeleton.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { OpenGate } from '@brama/ui/pictures/open-gate.tsx';
import { AppIcon } from '../ui/pictures/app-icon.tsx';
import { Story, StoryGroup } from './story.tsx';

export function ShapeStories() {
  return (
    <StoryGroup title="Shapes">
      <Story caption="card">
        <Card>Картка з текстом</Card>
      </Story>
      <Story caption="card as a link">
        <CardLink className="block" href="#card">
          Картка, яка вся є посиланням
        </CardLink>
      </Story>
      <Story caption="card, other radius and padding by the caller">
        <Card className="sm:p-6">Картка</Card>
      </Story>
      <Story caption="skeleton">
        <Card className="grid gap-2.5">
          <Skeleton className="h-5 w-2/5 rounded-chip" />
          <Skeleton className="h-4 w-4/5 rounded-chip" />
        </Card>
      </Story>
      <Story caption="closed gate, open gate">
        <div className="flex gap-6">
          <ClosedGate className="" />
          <OpenGate className="" />
        </div>
      </Story>
      <Story caption="icons of applications, and a letter">
        <ul className="flex flex-wrap gap-4">
          {campusIcons.map((name, index) => (
            <li
              className="grid w-18 justify-items-center gap-1 text-center text-xs wrap-anywhere"
              key={name}
            >
              <AppIcon
                application={{ title: name, icon: campusIconPath(name) }}
                plate={index % 8}
              />
              {name}
            </li>
          ))}
          <li>
            <AppIcon application={{ title: 'Їдальня' }} plate={3} />
          </li>
        </ul>
      </Story>
    </StoryGroup>
  );
}

/** Comes first, because its heading is the <h1> of the page. */
export function HeadingStories() {
  return (
    <Column>
      <PageHead lead="Everything in ui/, in every state. The words follow ?lang.">
        Components
      </PageHead>
    </Column>
  );
}
