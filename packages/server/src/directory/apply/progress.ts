// Prints the progress of a long run: a bar on a terminal, some lines elsewhere, nothing for a short run.

export type Progress = {
  /** Starts a phase of `total` steps. Call the returned function with the number of steps done. */
  phase(name: string, total: number): (steps: number) => void;
  /** Ends a run that has done all steps, also if they are fewer than expected. */
  complete(): void;
  /** Clears the bar. */
  end(): void;
};

type Output = { isTTY?: boolean; write(text: string): unknown };

const quietMs = 1500;
const barIntervalMs = 100;
const barWidth = 30;

function bar(name: string, share: number): string {
  const filled = Math.floor(share * barWidth);
  const drawn = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `\r${name.padEnd(16)} ${drawn} ${String(Math.floor(share * 100)).padStart(3)} %\x1b[K`;
}

/** `now` returns milliseconds. */
export function createProgress(output: Output, now: () => number): Progress {
  const startedAt = now();
  let drawnAt = 0;
  /** What was drawn last. */
  let last = { name: '', share: 1 };

  function draw(name: string, share: number) {
    drawnAt = now();
    last = { name, share };
    output.write(output.isTTY ? bar(name, share) : `${name}: ${Math.floor(share * 100)} %\n`);
  }

  function end() {
    if (output.isTTY && drawnAt > 0) output.write('\r\x1b[K');
  }

  return {
    phase(name, total) {
      let done = 0;
      let drawnTenth = 0;
      if (output.isTTY) draw(name, 0);
      return (steps) => {
        done += steps;
        // there may be more steps than expected
        const share = Math.min(1, done / total);
        const tenth = Math.floor(share * 10);
        const isDue = output.isTTY
          ? now() - drawnAt >= barIntervalMs
          : tenth > drawnTenth && now() - startedAt >= quietMs;
        if (!isDue) return;
        drawnTenth = tenth;
        draw(name, share);
      };
    },
    complete() {
      if (last.share < 1) draw(last.name, 1);
      end();
    },
    end,
  };
}
