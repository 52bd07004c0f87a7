// Checks the subject of a commit: `type(scope): subject`, imperative, at most 72 characters. The hook
// `.githooks/commit-msg` passes the message on standard input.

import { text } from 'node:stream/consumers';

const maxLength = 72;
const types = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'style', 'test'];

/** Imperative verbs; a missing one may be added here. */
const verbs = new Set(
  `accept add adopt adjust align allow announce answer apply ask assert assume authenticate avoid await batch begin bind
  block bound build bump bundle cache call cancel catch change check choose clean clear close collapse collect compare
  compress compute configure confirm connect contain convert copy correct count cover create cut declare decode decrypt
  default define delay delete derive describe detect disable discard display divide document drop drive duplicate email
  embed emit empty enable encode encrypt end enforce ensure escape evaluate exclude execute expand expect expire explain
  export expose extend extract fail fetch fill filter finish fix focus follow forbid force format forward free freeze
  generate give go group guard handle hash hide highlight hold hydrate identify ignore implement import improve include
  increase index infer inherit initialize inject inline insert install introduce invalidate isolate issue join keep
  label launch leave let limit link lint list load localize lock log look lower make map mark match measure mend merge
  migrate mirror mock model move name narrow normalise normalize note notify obtain offer omit open order override pack
  parse pass patch pause permit persist pick pin place point poll prefer prefetch prepare prerender preserve prevent
  print probe profile prompt protect prove provide publish pull purge put query queue quote raise randomise randomize
  read rebuild receive recognise recognize record recover redirect reduce refactor refer refresh refund refuse register
  reject relax release reload relocate rely remember remove rename render reopen reorder repair repeat replace report
  represent request require reserve reset resolve respect respond restart restore restrict resume retain rethrow retry
  return reuse revalidate revert review revoke reword rewrite rotate round route run save scan schedule scope search
  secure select send separate serve set share shorten show shrink shut sign simplify simulate skip slow sort speak
  specify speed split standardise standardize start state stop store stream strengthen strip style submit support
  suspend switch sync tag take target teach test throttle tidy tighten time tolerate track translate treat trim trust
  try turn type unify unlink unlock update upgrade use validate verify wait walk warn wrap write`.split(
    /\s+/,
  ),
);

/** Returns the problems of a message, in sentences; nothing if it is valid. */
export function messageIssues(message: string): string[] {
  const subject = message.split('\n', 1)[0] ?? '';
  // subjects that git itself writes
  if (/^(Merge |Revert "|fixup! |squash! |amend! )/.test(subject)) return [];
  const [, type = '', , verb = ''] = /^([a-z]+)(\([\w./,-]+\))?!?: (\S+)/.exec(subject) ?? [];
  const issues: string[] = [];
  if (subject.length > maxLength)
    issues.push(`The subject has ${subject.length} characters; at most ${maxLength} are allowed.`);
  if (!verb) issues.push('The subject must have the form "type(scope): subject".');
  else if (!types.includes(type))
    issues.push(`"${type}" is not a type; the types are ${types.join(', ')}.`);
  if (verb && !verbs.has(verb))
    issues.push(
      `"${verb}" is not an imperative verb of the list in scripts/checks/commit-message.ts.`,
    );
  if (subject.endsWith('.')) issues.push('The subject must not end with a full stop.');
  if (/^[^\n]*\n[^\n]/.test(message)) issues.push('An empty line must follow the subject.');
  return issues;
}

if (import.meta.main) {
  const message = await text(process.stdin);
  const issues = messageIssues(message.replace(/^#.*\n?/gm, ''));
  for (const issue of issues) console.error(`commit message: ${issue}`);
  process.exitCode = issues.length > 0 ? 1 : 0;
}
