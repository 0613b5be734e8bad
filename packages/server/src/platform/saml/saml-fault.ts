/**
 * A message that is not taken, and whose sender is not known well enough to be answered: the
 * person is told. `reason` goes to the log.
 */
export class SamlFault extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SamlFault'
  }
}
