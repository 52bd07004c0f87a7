// What the server says of the fields of an application while they are typed.
import { admin, dataOf } from '../api/client.ts';
import { AdminProblem } from '../api/problem.ts';

type Typed = NonNullable<
  Parameters<typeof admin.POST<'/api/admin/applications/validate'>>[1]['body']
>;

/** Returns the field → what is wrong with it. Without an id, those of a new application. */
export async function typedErrors(
  body: Typed,
  id?: string,
): Promise<Readonly<Record<string, string>>> {
  try {
    if (id === undefined) await dataOf(admin.POST('/api/admin/applications/validate', { body }));
    else
      await dataOf(
        admin.POST('/api/admin/applications/{id}/validate', { params: { path: { id } }, body }),
      );
    return {};
  } catch (error) {
    if (error instanceof AdminProblem) return error.fieldErrors;
    throw error;
  }
}
