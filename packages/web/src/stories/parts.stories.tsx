// The parts of forms, of the account page and of error pages.
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
import type { CodeShape } from '@brama/ui/code.ts';
import { CodeField } from '@brama/ui/code-field.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { SkeletonRows } from '@brama/ui/loading/skeleton-rows.tsx';
import { ReferenceCode } from '@brama/ui/reference-code.tsx';
import { SessionEnded } from '@brama/ui/session-ended.tsx';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { SideNavigation } from '@brama/ui/side-navigation.tsx';
import { StatusChip, type StatusKind } from '@brama/ui/status-chip.tsx';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { Story, StoryGroup } from './story.tsx';

const app: CodeShape = { characters: 'digits', groups: [3, 3], separator: ' ' };
const recovery: CodeShape = { characters: 'letters-and-digits', groups: [5, 5], separator: '-' };
const device: CodeShape = { characters: 'letters', groups: [4, 4], separator: '-' };
const keyIcon = <KeyRound aria-hidden="true" className="shrink-0" size={24} />;
const phoneIcon = <Smartphone aria-hidden="true" className="shrink-0" size={24} />;
const chips: readonly (readonly [StatusKind, string])[] = [
  ['on', 'Увімкнено'],
  ['off', 'Вимкнено'],
  ['current', 'Цей пристрій'],
  ['warning', 'Скоро спливе'],
  ['error', 'Заблоковано'],
  ['note', 'Новий браузер'],
];

/** Counts what the field sends by itself. */
function SendingCode() {
  const [sent, setSent] = useState<string[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...sent, `${new FormData(event.currentTarget).get('code')}`]);
      }}
    >
      <CodeField
        autoComplete="one-time-code"
        hint="Шість цифр. Після останньої код надішлеться сам."
        id="code-app"
        label="Код із застосунку"
        name="code"
        shape={app}
      />
      <p data-sent="">Sent: {sent.join(', ')}</p>
    </form>
  );
}

export function PartStories() {
  return (
    <StoryGroup title="Choices, codes, rows">
      <Story caption="choice row: link, recommended, pending button">
        <div className="grid gap-4">
          <ChoiceRow
            hint="Ми надішлемо посилання на вашу пошту."
            href="#choice"
            icon={phoneIcon}
            title="Маю доступ до пошти"
          />
          <ChoiceRow
            hint="Відбиток пальця, обличчя або код пристрою."
            icon={keyIcon}
            recommended="Рекомендовано"
            title="Додати ключ доступу"
          />
          <ChoiceRow hint="Чекаємо…" icon={keyIcon} pending={true} title="Ключ доступу" />
          <ChoiceRow href="#choice" icon={phoneIcon} title="Без підказки" />
        </div>
      </Story>
      <Story caption="code field: sent once by the last sign">
        <SendingCode />
      </Story>
      <Story caption="code field: recovery code, device code refused">
        <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
          <CodeField
            autoComplete="off"
            id="code-recovery"
            label="Резервний код"
            name="recovery"
            shape={recovery}
          />
          <CodeField
            autoComplete="off"
            defaultValue="BCDF-GHJK"
            error="Такого коду немає. Звірте його з пристроєм."
            id="code-device"
            label="Код із пристрою"
            name="device"
            placeholder="XXXX-XXXX"
            shape={device}
          />
        </form>
      </Story>
      <Story caption="definition rows">
        <DefinitionRows>
          <DefinitionRow name="Прізвище">Шевченко</DefinitionRow>
          <DefinitionRow action={<Button look="secondary">Змінити</Button>} name="Пошта">
            o.shevchenko@university.example
          </DefinitionRow>
          <DefinitionRow name="Факультет">Факультет прикладної математики</DefinitionRow>
        </DefinitionRows>
      </Story>
      <Story caption="setting rows">
        <div className="divide-y divide-line border-line border-y">
          <SettingRow
            action={<Button look="secondary">Змінити пароль</Button>}
            icon={<KeyRound aria-hidden="true" size={20} />}
            level={3}
            state={<StatusChip kind="on">Є</StatusChip>}
            title="Пароль"
          >
            <p className="text-text-2">Можна ввійти з логіном і паролем.</p>
          </SettingRow>
          <SettingRow
            action={<Button look="secondary">Увімкнути</Button>}
            icon={<Smartphone aria-hidden="true" size={20} />}
            level={3}
            state={<StatusChip kind="off">Вимкнено</StatusChip>}
            title="Двоетапна перевірка"
          >
            <p className="text-text-2">Самого пароля для входу не вистачить.</p>
          </SettingRow>
        </div>
      </Story>
      <Story caption="status chips">
        <div className="flex flex-wrap gap-2">
          {chips.map(([kind, text]) => (
            <StatusChip key={kind} kind={kind}>
              {text}
            </StatusChip>
          ))}
        </div>
      </Story>
      <Story caption="side navigation">
        <SideNavigation
          current="methods"
          entries={[
            { id: 'data', href: '#data', label: 'Мої дані' },
            { id: 'methods', href: '#methods', label: 'Способи входу' },
            { id: 'sessions', href: '#sessions', label: 'Де ви ввійшли' },
          ]}
          kind="location"
          label="Розділи сторінки"
        />
      </Story>
    </StoryGroup>
  );
}

export function StateStories() {
  return (
    <StoryGroup title="States">
      <Story caption="empty state with the first step">
        <EmptyState
          action={
            <a className={buttonClass('primary')} href="#empty">
              Як отримати доступ
            </a>
          }
          level={3}
          title="У вас ще немає сервісів"
        >
          <p>Щойно вам нададуть доступ, сервіси з’являться тут.</p>
        </EmptyState>
      </Story>
      <Story caption="session ended">
        <SessionEnded
          action="Увійти ще раз"
          href="#session"
          text="Після входу ви повернетеся на цю сторінку."
          title="Сеанс завершився"
        />
      </Story>
      <Story caption="reference code">
        <ReferenceCode
          code="7f3a-91bc"
          label="Код помилки:"
          words={{ copy: 'Копіювати код помилки', copied: 'Скопійовано', failed: 'Не вдалося' }}
        />
      </Story>
      <Story caption="skeleton rows">
        <SkeletonRows count={3} label="Завантаження…" />
      </Story>
    </StoryGroup>
  );
}
