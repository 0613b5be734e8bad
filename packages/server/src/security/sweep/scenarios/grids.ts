import { GridChallenge } from '@signet/contract/access/authentication'
import { challengeOwnGrid } from '@signet/contract/access/self-grids'
import { buildPerson } from '../../../../testing/access/people.ts'
import {
  buildGrid,
  buildUnassigned,
  type HeldGrid,
} from '../../../../testing/authenticators/grids.ts'
import { buildJob } from '../rows.ts'
import { buildSignedIn, type Scenario, type Scenarios, type World } from '../world.ts'

const kept = (world: World, card: HeldGrid): HeldGrid => {
  world.keep(card.cells.join(''))
  return card
}

const idsOf = ({ id, serial }: HeldGrid) => ({ gridid: id, id, serial, sernum: serial })

const person = ({ ctx }: World) => buildPerson(ctx, { email: 'card@example.test' })

const onAssigned =
  (body?: unknown): Scenario =>
  async (world) => {
    const card = kept(world, await buildGrid(world.ctx, (await person(world)).id))
    return { params: idsOf(card), ...(body === undefined ? {} : { body }) }
  }

const onOwn =
  (body?: unknown): Scenario =>
  async (world) => {
    const { as, id } = await buildSignedIn(world)
    const card = kept(world, await buildGrid(world.ctx, id))
    return { as, params: idsOf(card), ...(body === undefined ? {} : { body }) }
  }

const assigning = async (world: World) => ({
  card: kept(world, await buildUnassigned(world.ctx)),
  user: await person(world),
})

const jobOf =
  (kind: string): Scenario =>
  async ({ ctx, admin }) => ({
    params: { id: await buildJob(ctx, { kind, ownerId: admin.id }) },
  })

export const gridScenarios: Scenarios = {
  createGrids: () => ({ body: { numberOfGrids: 2 } }),
  createUserGrid: async (world) => ({
    params: { userid: (await person(world)).id },
    body: { emailParms: {} },
  }),
  readGrid: onAssigned(),
  readGridBySerial: onAssigned(),
  updateGrid: onAssigned({ maxUses: 100 }),
  changeGridState: onAssigned({ state: 'INACTIVE' }),
  deleteGrid: onAssigned(),
  unassignGrid: onAssigned(),
  mailGrid: onAssigned({}),
  exportGrid: onAssigned(),
  assignGrid: async (world) => {
    const { card, user } = await assigning(world)
    return { params: idsOf(card), body: { userId: user.id } }
  },
  assignUserGrid: async (world) => {
    const { card, user } = await assigning(world)
    return { params: { id: user.id }, body: { gridSerial: card.serial } }
  },
  readAssignedGridsStatus: jobOf('grids-assigned'),
  readAssignedGridsResult: jobOf('grids-assigned'),
  readUnassignedGridsStatus: jobOf('grids-unassigned'),
  readUnassignedGridsResult: jobOf('grids-unassigned'),
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
}
