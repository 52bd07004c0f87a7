// Ends an entry of a list in «my data»: says so, and shows the list anew.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast/toast.ts';

type Ending = {
  end: () => Promise<void>;
  /** Of the list. */
  queryKey: QueryKey;
  /** Said when it has ended. */
  words: string;
  /** Once it has ended: what had the focus is gone. */
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
