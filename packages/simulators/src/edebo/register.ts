// The state of the simulated register: lists with pages, and changes of one person. Rows have the fields that public clients
// of the interface describe, also those that Brama must never keep.

import type { Card, Position, RegisteredPerson } from './people.ts';
import { type Status, textsOf } from './statuses.ts';

export type Row = Record<string, unknown>;

/** Changes one person, as a clerk of the university does. */
export type PersonChange = {
  /** Of the newest card. */
  status?: Status;
  /** Of the newest card. */
  groupName?: string;
  lastName?: string;
  /** Ends or restores all positions. */
  isDismissed?: boolean;
};

export type OutQuery = {
  pageNo: number;
  fromDate?: string | undefined;
  qualificationGroupId?: number | undefined;
  educationId?: number | undefined;
  rnokpp?: string | undefined;
};
export type CardQuery = {
  pageNo: number;
  pageSize: number;
  qualificationGroupId: number;
  historyFilterId: number;
};
export type StaffQuery = { pageNo: number; pageSize: number; activeId: number };

/** The page size of the list for external systems. */
const outPageSize = 1000;
/** More are not returned, whatever the request says. */
const mostStaff = 100;
const mostCards = 1000;

const hourMs = 3_600_000;

/** Returns a time as the register writes it, with the offset of Kyiv. */
function withOffset(at: number): string {
  const isSummer = new Date(at).getUTCMonth() > 2 && new Date(at).getUTCMonth() < 9;
  const hours = isSummer ? 3 : 2;
  return `${new Date(at + hours * hourMs).toISOString().slice(0, 19)}+0${hours}:00`;
}

const midnight = (date: string) => `${date}T00:00:00`;

type Owned<T> = { person: RegisteredPerson; one: T };

function outRow({ person, one }: Owned<Card>, universityId: number): Row {
  const { name, historyTypeId, expelName } = textsOf(one.status);
  const hasExpelled = expelName !== null;
  return {
    universityId,
    personId: person.personId,
    educationId: one.educationId,
    lastName: person.lastName,
    firstName: person.firstName,
    middleName: person.middleName,
    birthday: midnight(person.birthday),
    countryId: 804,
    countryName: 'Україна',
    personSexName: person.isFemale ? 'Жіноча' : 'Чоловіча',
    rnokpp: person.taxId,
    unzr: `${person.birthday.replaceAll('-', '')}-${person.personId % 100_000}`,
    passportDocumentTypeId: 36,
    passportDocumentTypeName: 'Паспорт громадянина України',
    passportDocumentSeries: 'ЯЯ',
    passportDocumentNumbers: `${person.personId % 1_000_000}`.padStart(6, '0'),
    passportDocumentDateGet: midnight('2020-02-03'),
    passportDocumentExpiredDate: midnight('2030-02-03'),
    qualificationGroupId: one.qualificationGroupId,
    qualificationGroupName: one.qualificationGroupName,
    educationFormName: one.formName,
    personEducationPaymentTypeId: 2,
    personEducationPaymentTypeName: 'За кошти фізичних осіб',
    specialityCode: one.specialityCode,
    specialityName: one.specialityName,
    studyProgramName: one.specialityName,
    courseName: one.courseName,
    groupName: one.groupName,
    educationDocumentSeries: 'ХХ',
    educationDocumentNumbers: `${person.personId}`,
    personSpecialCategoryName: 'Учасник бойових дій',
    educationDateBegin: midnight(one.begin),
    educationBeginInfo: 'Наказ № 1-с',
    educationDateEnd: midnight(one.end),
    expelEducationTypeId: hasExpelled ? 7 : null,
    expelEducationTypeName: expelName,
    expelEducationDate: hasExpelled ? midnight(one.statusBegin) : null,
    personEducationHistoryTypeId: historyTypeId,
    personEducationHistoryTypeName: name,
    statusBeginDate: midnight(one.statusBegin),
    modifyDate: withOffset(one.modifiedAt),
  };
}

function cardRow({ person, one }: Owned<Card>): Row {
  const { name, historyTypeId, expelName, leaveName } = textsOf(one.status);
  return {
    educationId: one.educationId,
    personId: person.personId,
    personCodeU: person.code,
    dateBegin: midnight(one.statusBegin),
    dateEnd: midnight(one.end),
    historyTypeId,
    personEducationHistoryTypeName: name,
    personName: [person.lastName, person.firstName, person.middleName].filter(Boolean).join(' '),
    birthday: midnight(person.birthday),
    personNameEn: person.latinName,
    personSexName: person.isFemale ? 'Жіноча' : 'Чоловіча',
    educationDateBegin: midnight(one.begin),
    educationDateEnd: midnight(one.end),
    facultyName: one.faculty,
    qualificationGroupId: one.qualificationGroupId,
    qualificationGroupName: one.qualificationGroupName,
    educationFormName: one.formName,
    personEducationPaymentTypeName: 'За кошти фізичних осіб',
    isLegalEntityPayment: false,
    fullSpecialityName: `${one.specialityCode} ${one.specialityName}`,
    courseName: one.courseName,
    groupName: one.groupName,
    privilegeCategory: 'Учасник бойових дій',
    expelEducationTypeName: expelName,
    academicLeaveTypeName: leaveName,
    modifyDate: withOffset(one.modifiedAt),
  };
}

function staffRow({ person, one }: Owned<Position>): Row {
  return {
    staffId: one.staffId,
    personId: person.personId,
    personLastName: person.lastName,
    personFirstName: person.firstName,
    personMiddleName: person.middleName,
    birthday: midnight(person.birthday),
    passportDocumentNumbers: `${person.personId % 1_000_000}`.padStart(6, '0'),
    positionName: one.positionName,
    universityFacultyFullName: one.faculty,
    universityFacultyChairFullName: one.chair,
    staffRate: one.rate,
    academicTitleAndDegree: 'Кандидат наук',
    dateRecruit: midnight(one.recruited),
    dateFire: one.dismissed === null ? null : midnight(one.dismissed),
    isActive: one.dismissed === null ? 1 : 0,
    dateLastChange: withOffset(one.modifiedAt),
  };
}

export class Register {
  readonly universityId: number;
  /** Limits all pages further, as an undocumented limit would. */
  mostRows = Number.POSITIVE_INFINITY;
  readonly #people: readonly RegisteredPerson[];
  readonly #cards: readonly Owned<Card>[];
  readonly #positions: readonly Owned<Position>[];
  readonly #now: () => number;

  /** `now` is the clock of the register, in epoch milliseconds. */
  constructor(universityId: number, people: readonly RegisteredPerson[], now: () => number) {
    this.universityId = universityId;
    this.#people = people;
    const cards = people.flatMap((person) => person.cards.map((one) => ({ person, one })));
    // cards of one person are on different pages
    const isNewest = ({ person, one }: Owned<Card>) => person.cards.at(-1) === one;
    this.#cards = [...cards.filter(isNewest), ...cards.filter((card) => !isNewest(card))];
    this.#positions = people.flatMap((person) => person.positions.map((one) => ({ person, one })));
    this.#now = now;
  }

  #pageOf<T>(list: readonly T[], pageNo: number, pageSize: number): T[] {
    const size = Math.min(pageSize, this.mostRows);
    return list.slice(pageNo * size, (pageNo + 1) * size);
  }

  /** The list for external systems. */
  out({ pageNo, fromDate, qualificationGroupId, educationId, rnokpp }: OutQuery): Row[] {
    const from = fromDate === undefined ? Number.NEGATIVE_INFINITY : Date.parse(fromDate);
    const isFound = ({ person, one }: Owned<Card>) =>
      one.modifiedAt >= from &&
      (qualificationGroupId === undefined || one.qualificationGroupId === qualificationGroupId) &&
      (educationId === undefined || one.educationId === educationId) &&
      (rnokpp === undefined || person.taxId === rnokpp);
    const found = this.#cards.filter(isFound);
    return this.#pageOf(found, pageNo, outPageSize).map((one) => outRow(one, this.universityId));
  }

  cards({ pageNo, pageSize, qualificationGroupId, historyFilterId }: CardQuery): Row[] {
    const isFound = ({ one }: Owned<Card>) =>
      one.qualificationGroupId === qualificationGroupId &&
      (historyFilterId === -1 || textsOf(one.status).filterId === historyFilterId);
    const found = this.#cards.filter(isFound);
    return this.#pageOf(found, pageNo, Math.min(pageSize, mostCards)).map(cardRow);
  }

  staff({ pageNo, pageSize, activeId }: StaffQuery): Row[] {
    const found = this.#positions.filter(
      ({ one }) => activeId === -1 || (one.dismissed === null) === (activeId === 1),
    );
    return this.#pageOf(found, pageNo, Math.min(pageSize, mostStaff)).map(staffRow);
  }

  people(): readonly RegisteredPerson[] {
    return this.#people;
  }

  /** Returns whether there is such a person. */
  change(personId: number, change: PersonChange): boolean {
    const person = this.#people.find((one) => one.personId === personId);
    if (!person) return false;
    const at = this.#now();
    if (change.lastName !== undefined) person.lastName = change.lastName;
    const card = person.cards.at(-1);
    if (card) changeCard(card, change, at);
    for (const position of person.positions) changePosition(position, change, at);
    return true;
  }
}

const today = (at: number) => withOffset(at).slice(0, 10);

function changeCard(card: Card, { status, groupName, lastName }: PersonChange, at: number): void {
  if (status !== undefined) {
    card.status = status;
    card.statusBegin = today(at);
  }
  if (groupName !== undefined) card.groupName = groupName;
  if (status !== undefined || groupName !== undefined || lastName !== undefined)
    card.modifiedAt = at;
}

function changePosition(
  position: Position,
  { isDismissed, lastName }: PersonChange,
  at: number,
): void {
  if (isDismissed !== undefined) position.dismissed = isDismissed ? today(at) : null;
  if (isDismissed !== undefined || lastName !== undefined) position.modifiedAt = at;
}
