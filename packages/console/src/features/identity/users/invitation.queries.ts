import { createInvitationLink, revokeInvitation } from '@signet/contract/access/invitations'
import { mostInBatch } from '@signet/contract/identity/batches'
import { listUsers } from '@signet/contract/identity/user-lists'
import { useQueryClient } from '@tanstack/react-query'
import type { Selection } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'
import { type Invited, inviteAll, noneInvited } from '../../../pickers/invitations/inviting.ts'
import { filterOf } from './users.queries.ts'

/** Everyone whom the list matches, a page after the other. */
const inviteMatching = async (request: Parameters<typeof filterOf>[0]): Promise<Invited> => {
  let invited = noneInvited
  let cursor: string | null = null
  do {
    const from: { readonly cursor?: string } = cursor === null ? {} : { cursor }
    const body = { ...filterOf(request), limit: mostInBatch, ...from }
    const { results, paging } = await call(listUsers, { body })
    invited = await inviteAll(
      results.map(({ id }) => id),
      invited,
    )
    cursor = paging.nextCursor
  } while (cursor !== null)
  return invited
}

const inviteSelected = (selection: Selection): Promise<Invited> =>
  selection.kind === 'matching' ? inviteMatching(selection.request) : inviteAll(selection.ids)

/** Users show their invitation, in lists too. */
const useStaleUsers = () => {
  const client = useQueryClient()
  return async <T>(deed: Promise<T>): Promise<T> => {
    const done = await deed
    await client.invalidateQueries({ queryKey: ['users'] })
    return done
  }
}

export const useInviting = () => {
  const then = useStaleUsers()
  return (selection: Selection) => then(inviteSelected(selection))
}

/** What an administrator does with the invitation of one user. */
export const useInvitationDeeds = (userid: string) => {
  const then = useStaleUsers()
  const params = { userid }
  return {
    /** @throws CallError where the user was refused */
    send: async (): Promise<void> => {
      const { refusal } = await then(inviteAll([userid]))
      if (refusal !== null) throw refusal
    },
    link: () => then(call(createInvitationLink, { params, body: {} })),
    revoke: () => then(call(revokeInvitation, { params })),
  }
}
