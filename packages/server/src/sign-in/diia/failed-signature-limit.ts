// So many signatures of one request are verified in vain; the rest are refused unseen. Counted by each node
// for itself, as verifying costs each node for itself. The id of a request is known to the browser that
// asked and to Diia alone, so nobody can use up the budget of somebody else.

const most = 20;

type Spent = { count: number; until: number };

export function createFailedSignatureLimit() {
  const spent = new Map<string, Spent>();

  /** Oldest first: requests all last equally long. */
  function forgetOver(now: number) {
    for (const [requestId, { until }] of spent) {
      if (until > now) return;
      spent.delete(requestId);
    }
  }

  return {
    isSpent: (requestId: string) => (spent.get(requestId)?.count ?? 0) >= most,
    /** `until`: when the request is over, epoch milliseconds. */
    spend(requestId: string, until: number, now: number) {
      forgetOver(now);
      spent.set(requestId, { count: (spent.get(requestId)?.count ?? 0) + 1, until });
    },
  };
}
