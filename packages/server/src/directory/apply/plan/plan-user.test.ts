import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { RowOfUser } from '../../../users/changes/staged/staging.ts';
import { blankRow } from '../../../users/columns.ts';
import type { UserSpec } from '../parse/user-spec.ts';
import { planUser } from './plan-user.ts';

const {
  second_factor_due_at: _,
  roles_suspended_until: __,
  new_factors_count_from: ___,
  ...blankStored
} = blankRow;

const stored: RowOfUser = {
  ...blankStored,
  id: 'id-1',
  username: 'Olena',
  username_key: 'olena',
  full_name: 'Олена',
  full_name_en: 'Olena',
  email: 'o@campus.example',
  email_key: 'o@campus.example',
  student_id: 'KB1',
  tax_id_hash: 'tax',
  data: '{"faculty":"ФПМ"}',
  groups: '["b","a"]',
  password_hash: 'today',
  password_renewed_from: hashSecret('given'),
  sponsor_key: null,
  periods: [],
  roles: [],
  version: 3,
};

function spec(fields: Partial<UserSpec>): UserSpec {
  return {
    index: 0,
    username: 'Olena',
    usernameKey: 'olena',
    ...fields,
  };
}

const groups = (...names: string[]) =>
  names.map((group) => ({ group, validFrom: null, validUntil: null }));

const plan = (fields: Partial<UserSpec>) => planUser(spec(fields), stored, 1000);

describe('changed fields of a user', () => {
  test.each<[Partial<UserSpec>, string[]]>([
    [{}, []],
    [{ username: 'OLENA' }, ['username']],
    [{ fullName: 'Олена' }, []],
    [{ fullName: 'Олена Я' }, ['fullName']],
    [{ fullNameEn: 'Olena', givenName: null }, []],
    [{ fullNameEn: null, givenName: 'Олена' }, ['fullNameEn', 'givenName']],
    [{ email: null }, ['email']],
    [{ email: 'O@campus.example' }, ['email']],
    [{ groups: groups('a', 'b') }, []],
    [{ groups: groups('a') }, ['groups']],
    [{ groups: [...groups('a'), { group: 'b', validFrom: 1, validUntil: null }] }, ['groups']],
    [{ groups: [] }, ['groups']],
    [{ studentId: 'KB1', employeeId: null }, []],
    [{ studentId: null, employeeId: 'E' }, ['studentId', 'employeeId']],
    [{ taxIdHash: 'tax' }, []],
    [{ taxIdHash: null }, ['taxId']],
    [{ data: '{"faculty":"ФПМ"}' }, []],
    [{ data: '{}' }, ['data']],
    [{ disabled: false }, []],
    [{ disabled: true }, ['disabled']],
    [{ validFrom: null, validUntil: null, sponsor: null }, []],
    [{ validFrom: 1 }, ['validFrom']],
    [{ validUntil: 2000, sponsor: 'taras' }, ['validUntil', 'sponsor']],
    [{ password: { hash: 'today' } }, []],
    [{ password: { hash: 'given' } }, []],
    [{ password: { hash: 'other' } }, ['password']],
    [{ password: 'none' }, ['password']],
    [{ password: { plain: 'compared later' } }, []],
  ])('%j', (fields, changed) => {
    expect(plan(fields).changed).toEqual(changed);
  });

  test('an omitted field keeps its stored value', () => {
    const { row } = plan({ disabled: true });
    const { password_renewed_from: _, password_given: __, version, ...others } = stored;
    const { periods: ___, sponsor_key: ____, roles: _____, ...rest } = others;
    expect(row).toEqual({
      ...rest,
      disabled: 1,
      disabled_by_administrator: 1,
      groups: stored.groups,
      expected_version: version,
      sets_email: 0,
      former_email: stored.email,
      sets_tax_id: 0,
      sets_password: 0,
      sets_disabled: 1,
      sets_groups: 0,
      gives_up_tax_id: 0,
    });
  });

  test('a new email also sets the email key', () => {
    expect(plan({ email: 'Ö@Campus.Example' }).row.email_key).toBe('Ö@campus.example');
    expect(plan({ email: null }).row).toMatchObject({ email_key: null, sets_email: 1 });
  });

  test('a new user has only the given fields', () => {
    const given = { fullName: 'Олена', password: { hash: 'h' }, groups: groups('a') };
    const { row, changed } = planUser(spec(given), undefined, 1000);
    expect(changed).toEqual(['username', 'fullName', 'groups', 'password']);
    expect(row).toMatchObject({
      full_name: 'Олена',
      email: null,
      groups: '["a"]',
      data: '{}',
      password_hash: 'h',
      disabled: 0,
      expected_version: null,
      sets_password: 1,
    });
  });
});
