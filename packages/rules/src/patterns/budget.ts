/** Raised where a pattern or a text takes more steps than it is given; caught by `patterns.ts`. */
export class TooManySteps extends Error {}

/** The steps that a piece of work may take: they are bounded, whatever comes out of them. */
export class Budget {
  private readonly most: number
  private steps = 0

  constructor(most: number) {
    this.most = most
  }

  get taken(): number {
    return this.steps
  }

  /** @throws TooManySteps */
  charge(steps = 1): void {
    this.steps += steps
    if (this.steps > this.most) throw new TooManySteps()
  }
}
