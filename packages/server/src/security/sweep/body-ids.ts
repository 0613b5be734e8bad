import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'

export const hasIdInBody = ({ body }: Endpoint): boolean =>
  body !== undefined &&
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes(
    '"format":"uuid"',
  )
