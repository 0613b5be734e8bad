import { endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { toCallError } from './call-error.ts'
import { send } from './transport.ts'

const fileAt = (path: string) =>
  endpoint({
    actor: 'public',
    method: 'GET',
    path,
    answer: z.unknown(),
    errors: [],
    audit: null,
    limit: 'read',
    summary: '',
  })

/** A file that the service has beside the API, alike for everyone. @throws CallError */
export const readFile = async (path: string, signal: AbortSignal): Promise<Response> => {
  const response = await send(fileAt(path), { signal })
  if (!response.ok) throw await toCallError(response)
  return response
}
