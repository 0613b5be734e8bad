import { inviteUsers } from '@signet/contract/access/invitations'
import { mostInBatch } from '@signet/contract/identity/batches'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'

/** What became of users who were to be invited, with the first refusal. */
export interface Invited {
  readonly done: number
  readonly failed: number
  readonly refusal: CallError | null
}

export const noneInvited: Invited = { done: 0, failed: 0, refusal: null }

/** A failed row as the error of a call for one user. */
const refusalOf = (errorCode: string | null | undefined): CallError | null =>
  typeof errorCode === 'string' ? new CallError(409, { errorCode }) : null

const inviteBatch = async (ids: readonly string[], before: Invited): Promise<Invited> => {
  const { results } = await call(inviteUsers, { body: { ids: [...ids] } })
  const refused = results.filter(({ outcome }) => outcome === 'FAILURE')
  return {
    done: before.done + results.length - refused.length,
    failed: before.failed + refused.length,
    refusal: before.refusal ?? refusalOf(refused[0]?.errorCode),
  }
}

/** Invites these users after those before, as many at once as a call takes. */
export const inviteAll = async (
  ids: readonly string[],
  before: Invited = noneInvited,
): Promise<Invited> => {
  let invited = before
  for (let from = 0; from < ids.length; from += mostInBatch) {
    invited = await inviteBatch(ids.slice(from, from + mostInBatch), invited)
  }
  return invited
}
