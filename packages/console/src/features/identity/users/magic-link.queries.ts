import {
  deleteMagicLink,
  putMagicLink,
  readMagicLinkInformation,
} from '@signet/contract/authenticators/magic-links'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

const keyOf = (userid: string) => ['users', 'part', userid, 'magiclink']

export const magicLinkQuery = (userid: string) =>
  queryOptions({
    queryKey: keyOf(userid),
    queryFn: ({ signal }) => call(readMagicLinkInformation, { params: { userid }, signal }),
  })

/** What an administrator does with the link of one user. */
export const useMagicLinkDeeds = (userid: string) => {
  const client = useQueryClient()
  const params = { userid }
  const then = async (deed: Promise<unknown>): Promise<void> => {
    await deed
    await client.invalidateQueries({ queryKey: keyOf(userid) })
  }
  return {
    send: () => then(call(putMagicLink, { params, body: { autoSend: true } })),
    remove: () => then(call(deleteMagicLink, { params })),
  }
}
