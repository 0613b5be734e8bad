/** A notice to a phone or browser that its provider did not take. */
export class PushFailed extends Error {
  /** It may be taken later: the provider was busy, or not reached. */
  readonly mayRetry: boolean
  constructor(message: string, { mayRetry, cause }: { mayRetry: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'PushFailed'
    this.mayRetry = mayRetry
  }
}

/** GONE: the provider knows no such app any more; nothing is sent there again. */
export type Delivered = 'TAKEN' | 'GONE'

/** How long a notice is worth being kept by its provider. */
export interface Lifetime {
  readonly now: Date
  readonly expiresAt: Date
}

export const secondsLeft = ({ now, expiresAt }: Lifetime): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
