// The record that a form changes: as it was when the form was opened, until a conflict makes the form read it again. A newer version that
// the page has read meanwhile does not replace it; otherwise the form would overwrite changes that its user has not seen.
import { useState } from 'react';

export function useEdited<Record>(record: Record, read: () => Promise<Record>) {
  const [edited, setEdited] = useState(record);
  const readAgain = async () => {
    const stored = await read();
    setEdited(stored);
    return stored;
  };
  return { edited, readAgain };
}
