import type { RejectionReason } from '@signet/rules/rejections'

/** What is known of a message that is rejected; what it says of itself is only said. */
export interface SamlFaultFacts {
  readonly entityId?: string
  readonly consumer?: string
  readonly destination?: string
  readonly application?: { readonly id: string; readonly name: string }
  /** Registered ACS URLs, where the one that is asked for is none of them. */
  readonly consumers?: readonly string[]
}

interface Options {
  readonly code?: RejectionReason
  readonly cause?: unknown
  readonly facts?: SamlFaultFacts
}

/**
 * A message that is not taken, and whose sender is not known well enough to be answered: the
 * person is told. `reason` goes to the log.
 */
export class SamlFault extends Error {
  readonly code: RejectionReason
  readonly facts: SamlFaultFacts

  constructor(reason: string, { code = 'INVALID_REQUEST', cause, facts = {} }: Options = {}) {
    super(reason, { cause })
    this.name = 'SamlFault'
    this.code = code
    this.facts = facts
  }
}

/** What a clock may be at fault for, here or there. */
export const isClockFault = (code: RejectionReason): boolean =>
  code === 'MESSAGE_EXPIRED' || code === 'MESSAGE_FROM_FUTURE'

const withFacts = (error: unknown, facts: SamlFaultFacts): unknown =>
  error instanceof SamlFault
    ? new SamlFault(error.message, {
        code: error.code,
        cause: error.cause,
        facts: { ...facts, ...error.facts },
      })
    : error

/** A fault of `work` says of which message it is. */
export const about = <T>(facts: SamlFaultFacts, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw withFacts(error, facts)
  }
}

/** As `about`, for work that waits. */
export const aboutLater = async <T>(facts: SamlFaultFacts, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw withFacts(error, facts)
  }
}
