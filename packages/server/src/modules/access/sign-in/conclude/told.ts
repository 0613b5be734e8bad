import { ApiError } from '../../../../kit/errors.ts'
import { WithCookie } from '../../../../kit/routes.ts'
import { type StoredAnswer, unlessRefused } from '../transaction/stored-answers.ts'

/** The answer as the browser gets it, with the cookie for navigations when a session came of it. */
export const told = (answer: StoredAnswer) => {
  const moved = unlessRefused(answer)
  if (moved.kind !== 'moved') throw new ApiError('no_transaction')
  const { state, cookie } = moved
  if (cookie === null) return state
  return new WithCookie(state, { value: cookie.value, expiresAt: new Date(cookie.expiresAt) })
}
