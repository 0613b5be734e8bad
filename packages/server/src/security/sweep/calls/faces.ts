import { updateFaceAccount, updateFaceSettings } from '@signet/contract/settings/face'
import { registrationWorkflow } from '../device-rows.ts'
import type { World } from '../world.ts'

const newSecret = ({ ctx, keep }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

/** An account with a provider that approves of every face; what its webhook signs with. */
export const withProvider = async (world: World): Promise<string> => {
  const { test, admin } = world
  const webhookToken = newSecret(world)
  const body = {
    baseUrl: `${test.outside.url}/faces`,
    registrationWorkflow,
    authenticationWorkflow: 'compare',
    secrets: { apiToken: newSecret(world), webhookToken },
  }
  await test.call(updateFaceAccount, { as: admin.token, body })
  await test.call(updateFaceSettings, { as: admin.token, body: { enabled: true } })
  return webhookToken
}
