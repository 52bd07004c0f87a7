// What the server says of fields while they are typed.
import { admin, dataOf } from '../api/client.ts';
import { AdminProblem } from '../api/problem.ts';

type Typed = NonNullable<Parameters<typeof admin.POST<'/api/admin/users/validate'>>[1]['body']>;

/** Returns the field → what is wrong with it. */
export async function typedErrors(body: Typed): Promise<Readonly<Record<string, string>>> {
  try {
    await dataOf(admin.POST('/api/admin/users/validate', { body }));
    return {};
  } catch (error) {
    if (error instanceof AdminProblem) return error.fieldErrors;
    throw error;
  }
}
