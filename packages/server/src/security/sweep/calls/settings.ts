import { updateEmailServer } from '@signet/contract/settings/emailserver'
import type { World } from '../world.ts'

/** A mail server that nobody may reach. */
const emailServer = {
  enabled: true,
  host: '127.0.0.1',
  fromAddress: 'no-reply@acme.example',
  user: 'signet',
  clientId: 'signet',
  authorizeUrl: 'https://127.0.0.1/authorize',
  tokenUrl: 'https://127.0.0.1/token',
}

export const setUpEmailServer = ({ test, admin }: World, enabled = true) =>
  test.call(updateEmailServer, { as: admin.token, body: { ...emailServer, enabled } })

export const withAddress = async ({ ctx, admin }: World): Promise<void> => {
  await ctx.db
    .updateTable('users')
    .set({ email: 'admin@example.test' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', admin.id)
    .execute()
}

/** A service that nobody may reach but by https. */
export const connector = {
  method: 'POST',
  url: 'https://provider.invalid/{{USER.userId}}',
  authType: 'Bearer Token',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
}

/** A service that says yes by a value. */
export const judgingConnector = {
  method: 'POST',
  url: 'https://judge.invalid/',
  authType: 'None',
  resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
}
