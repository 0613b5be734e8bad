import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'

export const reportUiError = endpoint({
  method: 'POST',
  path: '/api/web/v1/ui/error',
  actor: 'user',
  whileDue: true,
  body: z
    .object({
      message: z.string().max(1000, abort),
      stack: z.string().max(8000, abort),
      /** The screen's address without its query. */
      route: z.string().max(500, abort),
    })
    .meta({ id: 'UiError' }),
  answer: noContent,
  errors: [],
  audit: null,
  limit: 'change',
  summary: 'Log an error of the user interface',
  description:
    'Written to the log of the service with the request id; control characters are taken out.',
})
