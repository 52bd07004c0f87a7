// Collects what several checks refuse, so that one answer names every wrong field.

import { type FieldIssue, fail, RequestError } from '../errors.ts';

/** Returns whether the error refuses values of a request, not the request itself. */
export const isAboutFields = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  (error.code === 'request.invalid' || error.code === 'admin.conflict');

type Check = () => unknown;

async function refusalsOf(checks: readonly Check[]): Promise<RequestError[]> {
  const refused: RequestError[] = [];
  for (const check of checks)
    try {
      await check();
    } catch (error) {
      if (!isAboutFields(error)) throw error;
      refused.push(error);
    }
  return refused;
}

/**
 * Runs every check, and `further` ones if there is a refusal: those that the write itself makes. @throws all issues together, as `request.invalid` if one of them is, otherwise as `admin.conflict`; any other
 * error at once
 */
export async function checkAll(checks: readonly Check[], further: readonly Check[] = []) {
  const refused = await refusalsOf(checks);
  if (refused.length === 0) return;
  refused.push(...(await refusalsOf(further)));
  const isInvalid = refused.some(({ code }) => code === 'request.invalid');
  const issues = refused.flatMap(({ issues: own = [] }): readonly FieldIssue[] => own);
  fail(isInvalid ? 'request.invalid' : 'admin.conflict', { issues });
}
