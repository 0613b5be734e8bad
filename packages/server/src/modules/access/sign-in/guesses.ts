import type { Endpoint } from '@signet/contract/kit/endpoint'
import { ApiError } from '../../../kit/errors.ts'
import { addressCaller, type Limits } from '../../../kit/limits.ts'
import type { Caller } from '../../../platform/request-limits/buckets.ts'

/** Calls that take an answer which may be guessed, from anyone: each has a lockout. */
const takesGuesses = ({ actor, errors }: Endpoint): boolean =>
  actor === 'public' && errors.includes('invalid_user_response_locked')

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'invalid_user_response' || error.code === 'invalid_user_response_locked')

interface Asking {
  readonly tenant: { readonly id: string }
  readonly request: { readonly address: string | null; readonly limits?: Limits }
}

interface Guessing<T> {
  /** Whether the answer comes from a device from which its user has signed in before; never without it. */
  readonly isKnownDevice?: () => Promise<boolean>
  /** Whether a result says that the answer was wrong, where no error does. */
  readonly isWrong?: (result: T) => boolean
  /** The program in front of which people are: it is counted where it does not report their address. */
  readonly through?: string
}

const strangersOf = ({ tenant, request }: Asking, through: string | undefined): Caller =>
  request.address === null && through !== undefined
    ? { tenantId: tenant.id, subject: 'APPLICATION', name: through }
    : addressCaller(tenant, request.address)

/**
 * Wrong answers from devices that are not known use up the budget of their address, right ones
 * nothing. Once it is used up, known devices alone are judged. @throws too_many_requests
 */
export const countGuess = async <T>(
  ctx: Asking,
  { isKnownDevice = async () => false, isWrong = () => false, through }: Guessing<T>,
  judge: () => Promise<T>,
): Promise<T> => {
  const { limits } = ctx.request
  if (limits === undefined) return judge()
  const strangers = strangersOf(ctx, through)
  const note = async () => {
    if (!(await isKnownDevice())) limits.charge(strangers, 'guess')
  }
  try {
    limits.expectLeft(strangers, 'guess')
  } catch (error) {
    if (!(await isKnownDevice())) throw error
  }
  try {
    const result = await judge()
    if (isWrong(result)) await note()
    return result
  } catch (error) {
    if (isRefusal(error)) await note()
    throw error
  }
}

/** As `countGuess`, for the calls that take guesses. */
export const judged = <T>(
  ctx: Asking,
  { endpoint, ...guessing }: Guessing<T> & { readonly endpoint: Endpoint },
  judge: () => Promise<T>,
): Promise<T> => (takesGuesses(endpoint) ? countGuess(ctx, guessing, judge) : judge())
