// Edits what the columns of a file mean, and saves it.
import { wordsOf } from '../../i18n/words.ts';
import type { Source } from '../queries.ts';
import { draftOf, issuesOf, type MappingDraft, mappingOf } from './mapping-draft.ts';
import { MappingFields } from './mapping-fields.tsx';
import { type Mapping, MappingForm } from './mapping-form.tsx';
import { type Sample, Samples } from './samples.tsx';
import type { LoadValues } from './value-table.tsx';

type MappingEditorProps = {
  source: Source;
  /** What the form begins with: the stored mapping, or what was guessed. */
  start: Mapping;
  headers: readonly string[];
  groupColumns?: readonly string[];
  /** The sheet that was chosen for the file. */
  sheet?: string | undefined;
  loadValues?: LoadValues | undefined;
  /** What the first rows of the file have. */
  sample?: Sample | undefined;
  onSaved: () => void;
  onCancel?: (() => void) | undefined;
};

/** Paths at which the form shows errors. */
const shownPaths =
  /^(?:username|fields\.(?:externalId|fullName|fullNameEn|givenName|email|studentId|employeeId|taxId|validFrom|validUntil|groups|data\..+))(?:\.|$)/;

export function MappingEditor(props: MappingEditorProps) {
  const { headers, groupColumns = [], sheet, loadValues, sample, ...form } = props;
  return (
    <MappingForm
      {...form}
      draftOf={draftOf}
      fields={({ draft, ...fields }) => (
        <Samples sample={sample} taxColumn={draft.columns.taxId.column}>
          <MappingFields
            {...fields}
            draft={draft}
            groupColumns={groupColumns}
            headers={headers}
            loadValues={loadValues}
          />
        </Samples>
      )}
      issuesOf={issuesOf}
      mappingOf={(draft: MappingDraft) =>
        mappingOf(sheet === undefined ? draft : { ...draft, sheet })
      }
      saveLabel={wordsOf('import-files')('mapping.save')}
      shownPaths={shownPaths}
    />
  );
}
