/** Raised where a pattern or a text takes more steps than it is given; caught by `patterns.ts`. */
export class TooManySteps extends Error {}

/** The steps that a piece of work may take: they are bounded, whatever comes out of them. */
export class Budget {
  private readonly most: number
  private readonly whole: Budget | null
  private steps = 0

  /** `whole`: what this is a part of, which is charged too. */
  constructor(most: number, whole: Budget | null = null) {
    this.most = most
    this.whole = whole
  }

  get taken(): number {
    return this.steps
  }

  /** @throws TooManySteps */
  charge(steps = 1): void {
    this.steps += steps
    if (this.steps > this.most) throw new TooManySteps()
    this.whole?.charge(steps)
  }
}
