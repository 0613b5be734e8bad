import type { Context } from '../../kit/context.ts'
import { createPassthrough } from '../../modules/authenticators/passthrough/index.ts'

/** Another service that would judge passwords; switched off, for nobody answers there. */
export const insertPassthrough = async (ctx: Context): Promise<void> => {
  await createPassthrough(ctx, {
    name: 'Former directory',
    description: 'Passwords of people who have not moved yet',
    enabled: false,
    groupIds: [],
    connector: {
      method: 'POST',
      url: 'https://directory.acme.example/check',
      authType: 'None',
      user: '',
      keyName: '',
      headers: [],
      secrets: [],
      contentType: 'application/json',
      body: '{"user":"{{USER.userId}}","password":"{{REQ.password}}"}',
      timeoutMillis: 3000,
      statuses: [200],
      resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
    },
  })
}
