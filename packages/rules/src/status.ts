/** An instant as the wire (ISO text), the rows (Date) or arithmetic (epoch milliseconds) has it. */
export type Instant = Date | string | number

const epoch = (instant: Instant): number => new Date(instant).getTime()

/** An item without an expiry time never expires; at the very instant it has. */
export const isExpired = (expiryTime: Instant | null, now: Instant): boolean =>
  expiryTime !== null && epoch(expiryTime) <= epoch(now)

export interface AuthenticatorRecord {
  readonly present: boolean
  readonly compromised: boolean
  readonly forceUpdate: boolean
  readonly expiryTime: Instant | null
}

export type AuthenticatorStatus = '' | 'ACTIVE' | 'COMPROMISED' | 'CHANGEREQUIRED' | 'EXPIRED'

/**
 * Blank when the user has none. When several conditions hold, the later of the written order wins:
 * an expired authenticator no longer works at all, so EXPIRED stands above the rest.
 */
export const authenticatorStatus = (
  { present, compromised, forceUpdate, expiryTime }: AuthenticatorRecord,
  now: Instant,
): AuthenticatorStatus => {
  if (!present) return ''
  if (isExpired(expiryTime, now)) return 'EXPIRED'
  if (forceUpdate) return 'CHANGEREQUIRED'
  return compromised ? 'COMPROMISED' : 'ACTIVE'
}

export const expiryStatus = (expiryTime: Instant | null, now: Instant): 'ACTIVE' | 'EXPIRED' =>
  isExpired(expiryTime, now) ? 'EXPIRED' : 'ACTIVE'

export interface CardRecord {
  readonly enrollState: string | null
  readonly encodeState: string | null
  readonly state: string
}

/** While enrolling ENROLLING; an unfinished encoding shows itself; a finished one shows the state. */
export const cardStatus = ({ enrollState, encodeState, state }: CardRecord): string => {
  if (enrollState === 'ENROLLING') return 'ENROLLING'
  if (encodeState === null) return 'ENROLLED'
  return encodeState === 'ENCODE_DONE' ? state : encodeState
}

/** A card with an end: once that is past it shows, whatever the state; cancelled is cancelled. */
export const endingCardStatus = (
  card: CardRecord & { readonly expireDate: Instant | null },
  now: Instant,
): string =>
  card.state !== 'CANCELED' && isExpired(card.expireDate, now) ? 'EXPIRED' : cardStatus(card)

export const kbaStatus = (maximumNumberOfQuestions: number): 'ACTIVE' | 'INACTIVE' =>
  maximumNumberOfQuestions === 0 ? 'INACTIVE' : 'ACTIVE'

export interface TemporaryCodeRecord {
  readonly expired: boolean
  readonly numUses: number
  readonly maxUses: number
}

export const temporaryCodeStatus = ({
  expired,
  numUses,
  maxUses,
}: TemporaryCodeRecord): 'EXPIRED' | 'MAX_USES' | 'ACTIVE' => {
  if (expired) return 'EXPIRED'
  return numUses >= maxUses ? 'MAX_USES' : 'ACTIVE'
}
