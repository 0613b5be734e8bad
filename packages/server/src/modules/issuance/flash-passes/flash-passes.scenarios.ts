import { answerForGoogle } from '../../../../testing/issuance/flash-passes.ts'
import { createPassSigner, type PassSigner } from '../../../../testing/issuance/pass-signer.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildEnrollment } from '../../../security/sweep/enrollment-rows.ts'
import {
  buildFlashPass,
  buildFlashPassDesign,
  buildPassHolder,
} from '../../../security/sweep/flash-pass-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'
import { makeLink } from './links.ts'
import { keepRegistration } from './registrations.repository.ts'

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

const flashPass = async ({ ctx }: TestTenant) => {
  const { batchId, enrollmentId } = await buildFlashPass(ctx)
  const claimToken = ctx.platform.ids.random(16).toString('base64url')
  return { id: batchId, enrollmentId, walletType: 'google', claimToken }
}

const passDesign = ({ ctx }: TestTenant) => buildFlashPassDesign(ctx)

const passesOf = (designId: string) => ({ designId, enrollmentIds: [crypto.randomUUID()] })

export const scenarios: SubjectScenarios = {
  calls: {
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
  },
  ids: [
    { under: '/api/web/v1/mobileFlashPass/', build: flashPass },
    { under: '/api/web/v2/mobileFlashPass/', build: flashPass },
  ],
  bodyIds: {
    issueFlashPasses: { build: passDesign, body: passesOf },
    issueFlashPassesEach: { build: passDesign, body: passesOf },
    issueFlashPassesOfMatching: {
      build: passDesign,
      body: (designId) => ({ designId, workflowId: crypto.randomUUID() }),
    },
    revokeFlashPassesOfMatching: {
      build: async ({ ctx }) => (await buildEnrollment(ctx)).workflowId,
      body: (workflowId) => ({ workflowId }),
    },
    readFlashPassClaim: {
      build: async ({ ctx }) => (await buildEnrollment(ctx)).enrollmentId,
      body: (enrollmentId) => ({ enrollmentId, claimToken: 'A'.repeat(22) }),
    },
  },
  bodies: {
    issueFlashPasses: { designId: crypto.randomUUID(), enrollmentIds: [crypto.randomUUID()] },
    issueFlashPassesEach: { designId: crypto.randomUUID(), enrollmentIds: [crypto.randomUUID()] },
    readFlashPassClaim: { enrollmentId: crypto.randomUUID(), claimToken: 'A'.repeat(22) },
  },
  effects: {
    issueFlashPassesOfMatching: ['listFlashPasses'],
    revokeFlashPassesOfMatching: rowsOf('flash_passes'),
    revokeFlashPass: rowsOf('flash_passes'),
    cancelFlashPasses: rowsOf('flash_passes'),
    claimApplePass: rowsOf('flash_passes'),
    claimGooglePass: rowsOf('flash_passes'),
    readFlashPassDownload: rowsOf('flash_pass_claims'),
  },
  alteredBy: {
    downloadFlashPassLog: ['cancelFlashPasses'],
    downloadFlashPassLogTable: ['cancelFlashPasses'],
    readFlashPasses: ['cancelFlashPasses'],
    readFlashPassClaim: ['revokeFlashPass'],
    downloadGooglePass: ['revokeFlashPass'],
  },
  shownIn: {
    downloadApplePass: 'modules/issuance/flash-passes/flash-passes.test.ts',
  },
}
