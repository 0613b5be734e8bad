import { GridChallenge } from '@signet/contract/access/authentication'
import { challengeOwnGrid } from '@signet/contract/access/self-grids'
import { buildGrid, buildUnassigned } from '../../../../testing/authenticators/grids.ts'
import { idsOf, kept } from '../../../security/sweep/calls/grids.ts'
import { gridAsId } from '../../../security/sweep/id-rows.ts'
import { mails, rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario } from '../../../security/sweep/world.ts'

const onOwn =
  (body?: unknown): Scenario =>
  async (world) => {
    const { as, id } = await buildSignedIn(world)
    const card = kept(world, await buildGrid(world.ctx, id))
    return { as, params: idsOf(card), ...(body === undefined ? {} : { body }) }
  }

export const scenarios: SubjectScenarios = {
  calls: {
    createOwnGrid: async (world) => ({ as: (await buildSignedIn(world)).as, body: {} }),
    challengeOwnGrid: async (world) => {
      const { serial } = kept(world, await buildUnassigned(world.ctx))
      return { as: (await buildSignedIn(world)).as, body: { serialNumber: serial } }
    },
    assignOwnGrid: async (world) => {
      const card = kept(world, await buildUnassigned(world.ctx))
      const { as } = await buildSignedIn(world)
      const body = { serialNumber: card.serial }
      const { text } = await world.test.call(challengeOwnGrid, { as, body })
      const response = card.read(GridChallenge.parse(JSON.parse(text)).challenge)
      return { as, body: { ...body, response } }
    },
    readOwnGrid: onOwn(),
    changeOwnGridState: onOwn({ state: 'INACTIVE' }),
    deleteOwnGrid: onOwn(),
    mailOwnGrid: onOwn({}),
    exportOwnGrid: onOwn(),
  },
  ids: [{ under: '/api/web/v1/self/grids/', build: gridAsId }],
  effects: {
    createOwnGrid: ['readOwnAuthenticators'],
    assignOwnGrid: ['readOwnAuthenticators'],
    mailOwnGrid: mails,
    challengeOwnGrid: rowsOf('grid_challenges'),
  },
  alteredBy: {
    exportOwnGrid: ['deleteOwnGrid'],
  },
}
