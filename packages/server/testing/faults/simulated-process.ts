/** The error of every step of a killed process. */
export class ProcessKilled extends Error {
  constructor(process: string) {
    super(`${process} was killed`)
    this.name = 'ProcessKilled'
  }
}

let started = 0

/** One process of the service. A killed one stays dead; a new one replaces it. */
export class SimulatedProcess {
  readonly name: string
  /** Unique within the test run. */
  readonly number: number
  #isAlive = true

  constructor(name: string) {
    started += 1
    this.name = name
    this.number = started
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#isAlive = false
  }

  /** @throws ProcessKilled */
  expectAlive(): void {
    if (!this.#isAlive) throw new ProcessKilled(this.name)
  }
}
