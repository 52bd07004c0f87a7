// A refusal of the administration API, as an error that pages show.
import type { Problem } from '@brama/contract/admin/route';

export class AdminProblem extends Error {
  readonly problem: Problem;
  readonly status: number;
  /** From `Retry-After`. */
  readonly waitSeconds: number | undefined;

  constructor(problem: Problem, response: Response) {
    super(problem.code);
    this.problem = problem;
    this.status = response.status;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.waitSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  }

  /** Returns the refused fields: the name of the field → what is wrong, in the language of the page. */
  get fieldErrors(): Readonly<Record<string, string>> {
    const errors = this.problem.errors ?? [];
    return Object.fromEntries(
      errors.map(({ pointer, detail }) => [pointer.slice(1).replaceAll('/', '.'), detail]),
    );
  }
}

export function isProblem(error: unknown, code: string): error is AdminProblem {
  return error instanceof AdminProblem && error.problem.code === code;
}
