/**
 * How much work one text may be. Parsers of Markdown and HTML work at a stretch, while everybody else waits, and some
 * texts are written to make them slow; what is over its budget is shown as plain text. Counted in time of the processor,
 * so that an honest text does not go over it because the machine is busy.
 */
const BUDGET_MS = 750;
/** Looking at the clock costs more than a step of a parser. */
const STEPS_PER_LOOK = 256;

export class OverBudget extends Error {}

export class Budget {
  private readonly begun = process.cpuUsage();
  private steps = 0;

  /** Called by a parser at each step. @throws OverBudget */
  spend(): void {
    if (++this.steps % STEPS_PER_LOOK !== 0) return;
    const { user, system } = process.cpuUsage(this.begun);
    if (user + system > BUDGET_MS * 1000) throw new OverBudget();
  }
}
