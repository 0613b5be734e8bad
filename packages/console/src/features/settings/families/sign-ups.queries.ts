import {
  deleteSignUp,
  listSignUps,
  type SignUp as SignUpSchema,
} from '@signet/contract/access/sign-up'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'

export type SignUp = z.output<typeof SignUpSchema>

const subject = 'sign-ups'

export const signUpsQuery = ({ cursor, limit }: ListRequest) => ({
  queryKey: [subject, cursor, limit],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listSignUps, { body: { limit, ...(cursor === null ? {} : { cursor }) }, signal }),
})

export const useDeleteSignUp = () =>
  useChange((id: string) => call(deleteSignUp, { params: { id } }), [subject])
