// The states of an education card that the simulator can return, with the texts of the register.

type StatusTexts = {
  /** `historyFilterId` that selects the state: 1 studying, 2 suspended, 3 expelled, 4 completed. */
  filterId: 1 | 2 | 3 | 4;
  historyTypeId: number;
  name: string;
  expelName: string | null;
  leaveName: string | null;
};

/** Invented ids. The names follow the orders of Ukrainian universities. */
const texts = {
  studying: { filterId: 1, historyTypeId: 1, name: 'Навчається', expelName: null, leaveName: null },
  reinstated: {
    filterId: 1,
    historyTypeId: 5,
    name: 'Поновлено на навчання',
    expelName: null,
    leaveName: null,
  },
  suspended: {
    filterId: 2,
    historyTypeId: 2,
    name: 'Навчання призупинено',
    expelName: null,
    leaveName: null,
  },
  'academic-leave': {
    filterId: 2,
    historyTypeId: 6,
    name: 'Академічна відпустка',
    expelName: null,
    leaveName: 'За станом здоров’я',
  },
  expelled: {
    filterId: 3,
    historyTypeId: 3,
    name: 'Відраховано',
    expelName: 'За власним бажанням',
    leaveName: null,
  },
  'expelled-as-completed': {
    filterId: 3,
    historyTypeId: 3,
    name: 'Відраховано',
    expelName: 'У зв’язку із завершенням навчання за відповідною освітньою програмою',
    leaveName: null,
  },
  completed: {
    filterId: 4,
    historyTypeId: 4,
    name: 'Завершив навчання',
    expelName: null,
    leaveName: null,
  },
} satisfies Record<string, StatusTexts>;

export type Status = keyof typeof texts;

export const statuses = Object.keys(texts) as Status[];

export const textsOf = (status: Status): StatusTexts => texts[status];

export const isStatus = (value: unknown): value is Status => statuses.some((one) => one === value);
