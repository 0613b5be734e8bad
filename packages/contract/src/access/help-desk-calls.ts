import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Uuid } from '../kit/schemas.ts'
import { PushState } from './pushes.ts'

export const HelpDeskCall = z
  .object({
    id: Uuid,
    /** Shown by the caller’s app, too: each reads it to the other. */
    number: z.string(),
    /** How the app names whoever asks. */
    agent: z.string(),
    expiresAt: Instant,
  })
  .meta({ id: 'HelpDeskCall' })

const path = '/api/web/v1/users/:userid/helpdeskcalls'
const agent = { actor: 'admin', needs: ['USERS', 'EDIT'], limit: 'change' } as const

export const startHelpDeskCall = endpoint({
  ...agent,
  method: 'POST',
  path,
  params: z.object({ userid: Uuid }),
  answer: HelpDeskCall,
  ordinary: 'userWork',
  errors: ['user_not_found', 'no_otp', 'push_paused'],
  audit: 'PUSH_SENT',
  summary: 'Have the app of a user who is on the telephone show who speaks with them',
  description:
    'Before a reset both read the number aloud: the user knows that it is the help desk, the help desk that it is the user. Three that nobody approves stop further ones for ten minutes.',
})

export const waitForHelpDeskCall = endpoint({
  ...agent,
  method: 'GET',
  path: `${path}/:callid`,
  params: z.object({ userid: Uuid, callid: Uuid }),
  answer: PushState,
  errors: ['user_not_found', 'not_found'],
  audit: null,
  summary: 'Wait for the user to confirm the number in their app',
  description:
    'Answers as soon as the app has answered, else PENDING after at most 25 s: ask again. The audit log keeps the answer with the name of whoever asked.',
})
