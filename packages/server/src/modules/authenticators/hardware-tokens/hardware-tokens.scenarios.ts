import { buildStock, packed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { container, keyPackage } from '../../../../testing/authenticators/key-files.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { held, newSecret, sent, stock } from '../../../security/sweep/calls/hardware-tokens.ts'
import { anyGroup, anyUser, jobAsId } from '../../../security/sweep/id-rows.ts'
import { buildJob } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const jobOf =
  (kind: string): Scenario =>
  async ({ ctx, admin }) => ({
    params: { id: await buildJob(ctx, { kind, ownerId: admin.id }) },
  })

const keyFile = packed(container(keyPackage({ serial: '987654321' })))

export const scenarios: SubjectScenarios = {
  calls: {
    readAssignedTokensStatus: jobOf('tokens-assigned'),
    readAssignedTokensResult: jobOf('tokens-assigned'),
    readUnassignedTokensStatus: jobOf('tokens-unassigned'),
    readUnassignedTokensResult: jobOf('tokens-unassigned'),
    assignToken: async (world) => {
      const { id, response } = await stock(world)
      const body = { userId: (await buildUser(world.ctx)).id, response }
      return { params: { tokenid: id }, body }
    },
    assignTokenBySerial: async (world) => {
      const { serial, response } = await stock(world)
      const params = { id: (await buildUser(world.ctx)).id }
      return { params, body: { serialNumber: serial, response } }
    },
    confirmToken: async (world) => {
      const { id, response } = await sent(world, (await buildUser(world.ctx)).id)
      return { params: { tokenid: id }, body: { response } }
    },
    unassignToken: async (world) => ({
      params: { tokenid: (await held(world, (await buildUser(world.ctx)).id)).id },
    }),
    importTokens: (world) => {
      const { text } = newSecret(world)
      const file = keyPackage({
        serial: world.ctx.platform.ids.random(6).toString('hex'),
        secret: `<Secret><PlainValue>${text}</PlainValue></Secret>`,
      })
      return { body: { content: world.keep(packed(container(file))) } }
    },
    tryTokenFile: (world) => {
      const { text, response } = newSecret(world)
      const serialNumber = world.ctx.platform.ids.random(6).toString('hex')
      const file = keyPackage({
        serial: serialNumber,
        secret: `<Secret><PlainValue>${text}</PlainValue></Secret>`,
      })
      const content = world.keep(packed(container(file)))
      return { body: { content, serialNumber, response } }
    },
  },
  ids: [
    { under: '/api/web/v1/async/tokenspaged/:id/assigned/', build: jobAsId('tokens-assigned') },
    { under: '/api/web/v1/async/tokenspaged/:id/unassigned/', build: jobAsId('tokens-unassigned') },
  ],
  bodyIds: {
    assignToken: {
      build: anyUser,
      body: (userId) => ({ userId }),
      params: async ({ ctx }) => ({ tokenid: (await buildStock(ctx)).id }),
    },
    importTokens: { build: anyGroup, body: (id) => ({ content: keyFile, groups: [id] }) },
    listAssignedTokens: { build: anyGroup, body: (groupId) => ({ groupId }) },
    listUnassignedTokens: { build: anyGroup, body: (groupId) => ({ groupId }) },
    // The same filter as `listUsers`, applied by a job.
    submitAssignedTokens: null,
    submitUnassignedTokens: null,
  },
  effects: {
    importTokens: ['listUnassignedTokens'],
    assignTokenBySerial: ['readUserAuthenticators'],
    submitAssignedTokens: ['readAssignedTokensStatus', 'readAssignedTokensResult'],
    submitUnassignedTokens: ['readUnassignedTokensStatus', 'readUnassignedTokensResult'],
  },
  alteredBy: {
    listAssignedTokens: ['createUserToken'],
  },
  shownIn: {
    tryTokenFile: 'modules/operations/bulk-operations/reading/bulk-token-layouts.test.ts',
  },
}
