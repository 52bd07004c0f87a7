// Limits how many wrong signatures of one request are verified. Each node counts for itself, because verification
// costs each node. Only the browser and Diia know the request id, so an attacker cannot use up the limit of another
// user.

const maxFailures = 20;

type Failures = { count: number; until: number };

export function createFailedSignatureLimit() {
  const failures = new Map<string, Failures>();

  /** The oldest come first, because all requests last equally long. */
  function deleteExpired(now: number) {
    for (const [requestId, { until }] of failures) {
      if (until > now) return;
      failures.delete(requestId);
    }
  }

  return {
    isReached: (requestId: string) => (failures.get(requestId)?.count ?? 0) >= maxFailures,
    /** `until` is the expiry of the request, in epoch milliseconds. */
    count(requestId: string, until: number, now: number) {
      deleteExpired(now);
      failures.set(requestId, { count: (failures.get(requestId)?.count ?? 0) + 1, until });
    },
  };
}
