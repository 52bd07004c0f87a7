// People of the register as records: all rows of one person together, whichever pages they came on. The lists are read to their end
// before the first record, so that a fault in the middle changes nothing.

import type { z } from 'zod';
import { readLimits } from '../read/limits.ts';
import { ImportFileError } from '../reasons.ts';
import type { EdeboClient, EdeboList } from './client.ts';
import { dayInKyiv, parseDay } from './dates.ts';
import { defined } from './defined.ts';
import { EdeboError } from './edebo-error.ts';
import { cardFields, fieldIn, readFields, staffFields, studentFields } from './fields.ts';

/** Days are days in Kyiv, such as `2026-09-01`. What the register lacks, or does not show to us, is absent. */
export type EducationCard = {
  educationId: string;
  faculty?: string;
  group?: string;
  course?: string;
  form?: string;
  begin?: string;
  /** The planned last day. */
  end?: string;
  /** In the words of the register. */
  status?: string;
  /** The first day of the status. */
  statusSince?: string;
  /** Why the student was expelled, or is on leave. */
  reason?: string;
  expelledOn?: string;
  /** Epoch milliseconds by the clock of the register. */
  modified?: number;
};

export type StaffPosition = {
  staffId: string;
  position?: string;
  faculty?: string;
  chair?: string;
  begin?: string;
  /** The last day. */
  end?: string;
  isActive?: boolean;
  modified?: number;
};

type RegisteredName = {
  /** The same in the lists of students and of employees. */
  personId: string;
  lastName: string;
  firstName: string;
  middleName?: string;
  /** Ten digits. The check digit is not verified. */
  taxNumber?: string;
};

export type StudentRecord = RegisteredName & {
  /** In the order of the register, the surname mostly first. */
  latinName?: string;
  cards: EducationCard[];
  /** False if cards or their faculties may be missing: what is missing then means nothing. */
  isComplete: boolean;
  /** Whether all cards are here, with or without faculties. */
  hasAllCards: boolean;
};

export type StaffRecord = RegisteredName & {
  positions: StaffPosition[];
  /** False if a row of this person was rejected. */
  isComplete: boolean;
};

/** A row that was left out, without its values. */
export type RejectedRow = {
  list: 'students' | 'cards' | 'staff';
  /** Counted from 1 through all pages of the list. */
  row: number;
  personId?: string;
  /** Names of the invalid fields. */
  fields: string[];
};

type RegisterDeps = {
  client: EdeboClient;
  now: () => number;
  onRejected: (row: RejectedRow) => void;
  /** As many as rows of a file. */
  maxPeople?: number;
};

/** @throws {ImportFileError} */
function checkNumber(
  { maxPeople = readLimits.maxRows }: RegisterDeps,
  people: ReadonlyMap<string, unknown>,
): void {
  if (people.size > maxPeople) throw new ImportFileError('too-many-rows-in-file');
}

/** Increments begin this much earlier: clocks differ, and the register stores changes late. */
const overlapMs = 10 * 60_000;
/** Levels of education in the register. One list must be requested for each. */
const qualificationGroupIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const cardPageSize = 1000;
/** Larger pages of employees are not granted everywhere. */
const staffPageSize = 100;
/** Cards that one of two lists may lack. */
const toleratedCards = 20;
const toleratedShare = 0.05;

type StudentRow = z.output<typeof studentFields>;
type CardRow = z.output<typeof cardFields>;

type StudentDraft = {
  names: Pick<StudentRecord, 'lastName' | 'firstName' | 'middleName' | 'taxNumber'>;
  namesModified: number;
  latinName: string | undefined;
  cards: Map<string, EducationCard>;
};

/** Faculties, groups and states repeat: one copy of each text is kept. */
class Texts {
  readonly #known = new Map<string, string>();

  one(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }
}

function cardOfStudentRow(row: StudentRow, texts: Texts): EducationCard {
  return defined<EducationCard>({
    educationId: row.educationId,
    faculty: undefined,
    group: texts.one(row.groupName),
    course: texts.one(row.courseName),
    form: texts.one(row.educationFormName),
    begin: texts.one(row.educationDateBegin),
    end: texts.one(row.educationDateEnd),
    status: texts.one(row.personEducationHistoryTypeName),
    statusSince: texts.one(row.statusBeginDate),
    reason: texts.one(row.expelEducationTypeName),
    expelledOn: texts.one(row.expelEducationDate),
    modified: row.modifyDate,
  });
}

function cardOfCardRow(row: CardRow, texts: Texts): EducationCard {
  return defined<EducationCard>({
    educationId: row.educationId,
    faculty: texts.one(row.facultyName),
    group: texts.one(row.groupName),
    course: texts.one(row.courseName),
    form: texts.one(row.educationFormName),
    begin: texts.one(row.educationDateBegin),
    end: texts.one(row.educationDateEnd),
    status: texts.one(row.personEducationHistoryTypeName),
    statusSince: texts.one(row.dateBegin),
    reason: texts.one(row.expelEducationTypeName ?? row.academicLeaveTypeName),
    expelledOn: undefined,
    modified: row.modifyDate,
  });
}

const isNewer = (modified: number | undefined, than: number | undefined) =>
  (modified ?? 0) >= (than ?? 0);

/** Adds what one list alone has. Of two versions of a card, the one that was changed last counts. */
function joined(first: EducationCard, second: EducationCard): EducationCard {
  return isNewer(first.modified, second.modified)
    ? { ...second, ...first }
    : { ...first, ...second };
}

export class EdeboRegister {
  readonly #deps: RegisterDeps;

  constructor(deps: RegisterDeps) {
    this.#deps = deps;
  }

  /**
   * Yields students with all their cards. `from` is the time of our clock at which the last successful reading began: only people
   * who have changed since then are yielded.
   * @throws {EdeboError} before the first record. @throws {ImportFileError} too, of too many people.
   */
  async *students(from?: number): AsyncGenerator<StudentRecord> {
    const reading = new StudentReading(this.#deps, from);
    await reading.readStudents();
    await reading.readCards();
    yield* reading.records();
  }

  /** Yields employees with all their positions, also those who have left. @throws {EdeboError} before the first record. */
  async *staff(): AsyncGenerator<StaffRecord> {
    const { client } = this.#deps;
    const list: EdeboList = {
      path: '/api/university/staff/list',
      query: { universityId: client.universityId, activeId: -1, pageSize: staffPageSize },
      idField: 'staffId',
    };
    const texts = new Texts();
    const people = new Map<string, StaffRecord & { modified: number }>();
    const rejected = new Set<string>();
    for await (const row of rowsOf(this.#deps, {
      name: 'staff',
      list,
      fields: staffFields,
      rejected,
    })) {
      const modified = row.dateLastChange ?? 0;
      const known = people.get(row.personId);
      const names = defined<RegisteredName>({
        personId: row.personId,
        lastName: row.personLastName,
        firstName: row.personFirstName,
        middleName: row.personMiddleName,
        taxNumber: row.rnokpp,
      });
      const positions = known?.positions ?? [];
      // the register moves rows to another page while it is read
      if (positions.some(({ staffId }) => staffId === row.staffId)) continue;
      positions.push(
        defined<StaffPosition>({
          staffId: row.staffId,
          position: texts.one(row.positionName),
          faculty: texts.one(row.universityFacultyFullName),
          chair: texts.one(row.universityFacultyChairFullName),
          begin: texts.one(row.dateRecruit),
          end: texts.one(row.dateFire),
          isActive: row.isActive,
          modified: row.dateLastChange,
        }),
      );
      if (known && known.modified > modified) continue;
      people.set(row.personId, { ...known, ...names, positions, isComplete: true, modified });
      checkNumber(this.#deps, people);
    }
    for (const { modified: _, ...person } of people.values())
      yield { ...person, isComplete: !rejected.has(person.personId) };
  }
}

type Fields = typeof studentFields | typeof cardFields | typeof staffFields;

type Reading<F extends Fields> = {
  name: RejectedRow['list'];
  list: EdeboList;
  fields: F;
  /** Receives the people with a rejected row. */
  rejected: Set<string>;
  isWanted?: (row: unknown) => boolean;
};

/** Yields the valid rows of a list, and reports the others. */
async function* rowsOf<F extends Fields>(
  { client, onRejected }: RegisterDeps,
  { name, list, fields, rejected, isWanted = () => true }: Reading<F>,
): AsyncGenerator<z.output<F>> {
  let count = 0;
  for await (const page of client.pages(list)) {
    const numbered = page.map((row, index) => ({ row, number: count + index + 1 }));
    count += page.length;
    for (const { row, number } of numbered.filter((one) => isWanted(one.row))) {
      const read = readFields(fields, row);
      if ('row' in read) yield read.row;
      else
        onRejected(
          rejection(row, { list: name, row: number, fields: read.invalidFields }, rejected),
        );
    }
  }
}

function rejection(row: unknown, known: RejectedRow, rejected: Set<string>): RejectedRow {
  const personId = personIdOf(row);
  if (personId === undefined) return known;
  rejected.add(personId);
  return { ...known, personId };
}

function personIdOf(row: unknown): string | undefined {
  const value = fieldIn(row, 'personId');
  const isId = typeof value === 'number' || typeof value === 'string';
  return isId && /^\d{1,15}$/.test(`${value}`) ? `${Number(value)}` : undefined;
}

function endIn(row: unknown): string | undefined {
  const end = fieldIn(row, 'educationDateEnd');
  return typeof end === 'string' ? parseDay(end) : undefined;
}

/** One reading of the two lists of students. */
class StudentReading {
  readonly #deps: RegisterDeps;
  readonly #from: number | undefined;
  readonly #texts = new Texts();
  readonly #people = new Map<string, StudentDraft>();
  readonly #rejected = new Set<string>();
  readonly #today: string;
  #unknownCards = 0;
  /** False if the institution may not read the list of cards. */
  #hasCardList = true;
  /** Whether cards that have not changed are read too. */
  #hasUnchanged = true;

  constructor(deps: RegisterDeps, from: number | undefined) {
    this.#deps = deps;
    this.#from = from;
    this.#today = dayInKyiv(deps.now());
  }

  /** The list for other systems has tax numbers and states. */
  async readStudents(): Promise<void> {
    const fromDate = await this.#fromDate();
    for await (const row of this.#studentRows({ ...(fromDate !== undefined && { fromDate }) }))
      this.#addStudent(row);
  }

  #studentRows(query: { fromDate?: string }, isWanted: (row: unknown) => boolean = () => true) {
    const { client } = this.#deps;
    const list: EdeboList = {
      path: '/api/studentEducations/personEducationsList/out',
      query: { universityId: client.universityId, ...query },
      idField: 'educationId',
    };
    const rejected = this.#rejected;
    const reading = { name: 'students', list, fields: studentFields, rejected, isWanted } as const;
    return rowsOf(this.#deps, reading);
  }

  /** Adds the cards that have not changed, of people who have. A list without a changed card has ended too early. */
  async #readUnchanged(): Promise<void> {
    const changed = new Set([...this.#people.values()].flatMap(({ cards }) => [...cards.keys()]));
    const isOfChanged = (row: unknown) => this.#people.has(personIdOf(row) ?? '');
    for await (const row of this.#studentRows({}, isOfChanged)) {
      changed.delete(row.educationId);
      this.#addStudent(row);
    }
    this.#hasUnchanged = changed.size === 0;
  }

  /** Moves the time back by the overlap, and by the clock of the register if that is behind ours. */
  async #fromDate(): Promise<string | undefined> {
    if (this.#from === undefined) return undefined;
    await this.#deps.client.connect();
    const difference = Math.min(0, this.#deps.client.clockDifferenceMs ?? 0);
    return new Date(this.#from + difference - overlapMs).toISOString();
  }

  #addStudent(row: StudentRow): void {
    const card = cardOfStudentRow(row, this.#texts);
    const draft = this.#people.get(row.personId);
    const modified = row.modifyDate ?? 0;
    const names = defined<StudentDraft['names']>({
      lastName: row.lastName,
      firstName: row.firstName,
      middleName: row.middleName,
      taxNumber: row.rnokpp,
    });
    if (!draft) {
      const cards = new Map([[row.educationId, card]]);
      this.#people.set(row.personId, {
        names,
        namesModified: modified,
        latinName: undefined,
        cards,
      });
      checkNumber(this.#deps, this.#people);
      return;
    }
    if (modified >= draft.namesModified) {
      draft.names = { ...draft.names, ...names };
      draft.namesModified = modified;
    }
    const known = draft.cards.get(row.educationId);
    draft.cards.set(row.educationId, known ? joined(card, known) : card);
  }

  /** The list of cards has faculties and Latin names, and all cards of people of whom one card has changed. */
  async readCards(): Promise<void> {
    if (this.#people.size === 0) return;
    const found = new Set<string>();
    for (const qualificationGroupId of qualificationGroupIds)
      if (this.#hasCardList) await this.#readCardsOf(qualificationGroupId, found);
    if (this.#hasCardList) this.#compareLists(found);
    else if (this.#from !== undefined) await this.#readUnchanged();
  }

  async #readCardsOf(qualificationGroupId: number, found: Set<string>): Promise<void> {
    const list: EdeboList = {
      path: '/api/studentEducations/list',
      query: {
        universityId: this.#deps.client.universityId,
        qualificationGroupId,
        // all states
        historyFilterId: -1,
        pageSize: cardPageSize,
      },
      idField: 'educationId',
    };
    const reading = {
      name: 'cards',
      list,
      fields: cardFields,
      rejected: this.#rejected,
      isWanted: (row: unknown) => this.#isOfReadPerson(row),
    } as const;
    try {
      for await (const row of rowsOf(this.#deps, reading)) {
        found.add(row.educationId);
        this.#addCard(row);
      }
    } catch (error) {
      if (!(error instanceof EdeboError) || error.code !== 'access-denied') throw error;
      this.#hasCardList = false;
    }
  }

  /** Counts current cards of people whom a full reading of the other list has not found. */
  #isOfReadPerson(row: unknown): boolean {
    if (this.#people.has(personIdOf(row) ?? '')) return true;
    if (this.#from === undefined && this.#isCurrent(endIn(row))) this.#unknownCards += 1;
    return false;
  }

  #isCurrent(end: string | undefined): boolean {
    return end === undefined || end >= this.#today;
  }

  #addCard(row: CardRow): void {
    const draft = this.#people.get(row.personId);
    if (!draft) return;
    const card = cardOfCardRow(row, this.#texts);
    const known = draft.cards.get(row.educationId);
    draft.cards.set(row.educationId, known ? joined(known, card) : card);
    draft.latinName = row.personNameEn ?? draft.latinName;
  }

  /** A list that ends too early would remove people, or the faculties of many people. @throws {EdeboError} */
  #compareLists(found: ReadonlySet<string>): void {
    const cards = [...this.#people.values()].flatMap((draft) => [...draft.cards.values()]);
    const current = cards.filter(({ end }) => this.#isCurrent(end));
    const missing = current.filter(({ educationId }) => !found.has(educationId)).length;
    const most = Math.max(toleratedCards, current.length * toleratedShare);
    for (const count of [missing, this.#unknownCards])
      if (count > most)
        throw new EdeboError('incomplete-list', `${count} cards beside ${current.length}`);
  }

  /** Releases each person before the next one. */
  *records(): Generator<StudentRecord> {
    const hasAll = this.#from === undefined || this.#hasCardList;
    for (const [personId, { names, latinName, cards }] of this.#people) {
      this.#people.delete(personId);
      const isRead = !this.#rejected.has(personId);
      yield {
        personId,
        ...names,
        ...(latinName !== undefined && { latinName }),
        cards: [...cards.values()],
        isComplete: hasAll && isRead,
        hasAllCards: this.#hasUnchanged && isRead,
      };
    }
  }
}
