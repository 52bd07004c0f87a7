// Ends an entry of a list in “My data”, shows a toast and reloads the list.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast/toast.ts';

type Ending = {
  end: () => Promise<void>;
  /** Query key of the list. */
  queryKey: QueryKey;
  /** Text of the toast. */
  words: string;
  /** Called after the entry has ended and its focused button has disappeared. */
  onEnded: () => void;
};

export function useEnding({ end, queryKey, words, onEnded }: Ending) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: end,
    networkMode: 'always',
    onSuccess: async () => {
      showToast({ kind: 'success', title: words });
      await queries.invalidateQueries({ queryKey });
      onEnded();
    },
  });
}
