import { generateKeyPairSync } from 'node:crypto'
import { updateFlashPassSettings } from '@signet/contract/settings/flashpass'
import { createPassSigner, readySettings } from '../../../modules/settings/flash-pass/testing.ts'
import { buildFlashPassDesign, passDesignNamed } from '../flash-pass-rows.ts'
import { buildWorkflowDesign } from '../workflow-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const onDesign: Scenario = async ({ ctx }) => ({
  params: { mobileFlashPassDesignId: await buildFlashPassDesign(ctx) },
})

const written = async ({ ctx }: World) => ({
  ...passDesignNamed(`Pass ${ctx.platform.ids.random(6).toString('hex')}`),
  workflowId: await buildWorkflowDesign(ctx),
})

const withKey: Scenario = ({ keep }) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const googleKey = keep(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  return { body: { secrets: { googleKey } } }
}

/** Passes for the wallets of phones. */
export const flashPassScenarios: Scenarios = {
  readDefaultPassFields: async ({ ctx }) => ({
    query: { workflowId: await buildWorkflowDesign(ctx) },
  }),
  createFlashPassDesign: async (world) => ({ body: await written(world) }),
  readFlashPassDesign: onDesign,
  updateFlashPassDesign: async (world) => ({
    params: { mobileFlashPassDesignId: await buildFlashPassDesign(world.ctx) },
    body: await written(world),
  }),
  deleteFlashPassDesign: onDesign,
  sendPassSample: async (world) => {
    const { test, admin, keep, ctx } = world
    const signer = await createPassSigner()
    keep(signer.key)
    const { googleEnabled: _google, secrets, ...apple } = readySettings(signer, '')
    const body = { ...apple, secrets: { appleKey: secrets.appleKey } }
    await test.call(updateFlashPassSettings, { as: admin.token, body })
    return { params: { designId: await buildFlashPassDesign(ctx) }, body: { wallet: 'APPLE' } }
  },
  updateFlashPassSettings: withKey,
  updateMobileFlashPassSettings: withKey,
}
