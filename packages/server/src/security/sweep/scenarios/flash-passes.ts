import { generateKeyPairSync } from 'node:crypto'
import { updateFlashPassSettings } from '@signet/contract/settings/flashpass'
import { answerForGoogle } from '../../../../testing/issuance/flash-passes.ts'
import {
  createPassSigner,
  type PassSigner,
  readySettings,
} from '../../../../testing/issuance/pass-signer.ts'
import { makeLink } from '../../../modules/issuance/flash-passes/links.ts'
import { keepRegistration } from '../../../modules/issuance/flash-passes/registrations.repository.ts'
import {
  buildFlashPass,
  buildFlashPassDesign,
  buildPassHolder,
  passDesignNamed,
} from '../flash-pass-rows.ts'
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

const onBatch: Scenario = async ({ ctx }) => ({
  params: { id: (await buildFlashPass(ctx)).batchId },
})

const issuing: Scenario = async ({ ctx }) => {
  const { designId, enrollmentId } = await buildPassHolder(ctx)
  return { body: { designId, enrollmentIds: [enrollmentId], mailField: 'Mail' } }
}

/** A pass with a link that is good. */
const linked = async ({ ctx, keep }: World, signer?: PassSigner) => {
  const { enrollmentId } = await buildFlashPass(ctx, signer)
  const pass = await ctx.db
    .selectFrom('flash_passes')
    .select(['id', 'ends_at', 'ended_at'])
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  const { token } = await makeLink(ctx, { id: pass.id, enrollmentId }, null)
  return { pass, link: { enrollmentId, claimToken: keep(token) } }
}

/** A phone that is to be told of changes. */
const withPhone = ({ ctx, keep }: World, pass: Parameters<typeof keepRegistration>[1]) => {
  const [device = '', pushToken = ''] = [16, 32].map((bytes) =>
    keep(ctx.platform.ids.random(bytes).toString('hex')),
  )
  return keepRegistration(ctx, pass, { device, pushToken })
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
  issueFlashPasses: issuing,
  issueFlashPassesEach: issuing,
  issueFlashPassesOfMatching: async ({ ctx }) => {
    const { designId, workflowId } = await buildPassHolder(ctx)
    return { body: { designId, workflowId, mailField: 'Mail' } }
  },
  revokeFlashPass: async ({ ctx }) => ({
    params: { enrollmentId: (await buildFlashPass(ctx)).enrollmentId },
  }),
  revokeFlashPassesOfMatching: async ({ ctx }) => ({
    body: { workflowId: (await buildFlashPass(ctx)).workflowId },
  }),
  readFlashPasses: onBatch,
  cancelFlashPasses: onBatch,
  downloadFlashPassLog: onBatch,
  downloadFlashPassLogTable: onBatch,
  readFlashPassDownload: async ({ ctx }) => ({
    params: { walletType: 'google', enrollmentId: (await buildFlashPass(ctx)).enrollmentId },
  }),
  readFlashPassClaim: async (world) => ({ body: (await linked(world)).link }),
  downloadApplePass: async (world) => {
    const { link } = await linked(world)
    return { query: { enrollmentTokenJson: JSON.stringify(link) } }
  },
  downloadGooglePass: async (world) => ({ params: (await linked(world)).link }),
  claimApplePass: async (world) => {
    const signer = await createPassSigner()
    world.keep(signer.key)
    const { pass, link } = await linked(world, signer)
    await withPhone(world, pass)
    return { query: { enrollmentTokenJson: JSON.stringify(link) } }
  },
  claimGooglePass: async (world) => {
    answerForGoogle(world.test.platform)
    return { params: (await linked(world)).link }
  },
  updateFlashPassSettings: withKey,
  updateMobileFlashPassSettings: withKey,
}
