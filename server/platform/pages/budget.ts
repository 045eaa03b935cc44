/**
 * The time limit for one text. Some texts are written to make the parsers of Markdown and HTML slow; beyond its limit a
 * text stops at the parser's next step.
 */

/** Looking at the clock costs more than a step of a parser. */
const STEPS_PER_LOOK = 32;

export class OverBudget extends Error {}

export class Budget {
  private readonly until: number;
  private steps = 0;

  constructor(milliseconds: number) {
    this.until = performance.now() + milliseconds;
  }

  /** Called by a parser at each step. @throws OverBudget */
  spend(): void {
    if (++this.steps % STEPS_PER_LOOK === 0 && performance.now() > this.until) throw new OverBudget();
  }
}
