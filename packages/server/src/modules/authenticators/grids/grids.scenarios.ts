import { buildPerson } from '../../../../testing/access/people.ts'
import { buildGrid, buildUnassigned } from '../../../../testing/authenticators/grids.ts'
import { idsOf, kept } from '../../../security/sweep/calls/grids.ts'
import {
  anyGroup,
  anyUser,
  gridAsId,
  jobAsId,
  userAsUserid,
} from '../../../security/sweep/id-rows.ts'
import { mails } from '../../../security/sweep/looks.ts'
import { buildJob } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const person = ({ ctx }: World) => buildPerson(ctx, { email: 'card@example.test' })

const onAssigned =
  (body?: unknown): Scenario =>
  async (world) => {
    const card = kept(world, await buildGrid(world.ctx, (await person(world)).id))
    return { params: idsOf(card), ...(body === undefined ? {} : { body }) }
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

export const scenarios: SubjectScenarios = {
  calls: {
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
  },
  ids: [
    { under: '/api/web/v1/grids/', build: gridAsId },
    { under: '/api/web/v2/grids/', build: gridAsId },
    { under: '/api/web/v2/users/:userid/grids', build: userAsUserid },
    { under: '/api/web/v2/async/gridspaged/:id/assigned/', build: jobAsId('grids-assigned') },
    { under: '/api/web/v2/async/gridspaged/:id/unassigned/', build: jobAsId('grids-unassigned') },
  ],
  bodyIds: {
    createGrids: { build: anyGroup, body: (id) => ({ numberOfGrids: 1, groups: [id] }) },
    assignGrid: {
      build: anyUser,
      body: (userId) => ({ userId }),
      params: async ({ ctx }) => ({ serial: (await buildUnassigned(ctx)).serial }),
    },
    updateGrid: {
      build: anyGroup,
      body: (id) => ({ groups: [id] }),
      params: async ({ ctx }) => ({ gridid: (await buildUnassigned(ctx)).id }),
    },
    listAssignedGrids: { build: anyUser, body: (userId) => ({ userId }) },
    listUnassignedGrids: { build: anyGroup, body: (groupId) => ({ groupId }) },
    // The same filter as `listUsers`, applied by a job.
    submitAssignedGrids: null,
    submitUnassignedGrids: null,
  },
  bodies: {
    assignUserGrid: { gridSerial: '7' },
  },
  effects: {
    mailGrid: mails,
    createGrids: ['listUnassignedGrids'],
    createUserGrid: ['readUserAuthenticators'],
    assignUserGrid: ['readUserAuthenticators'],
    submitAssignedGrids: ['readAssignedGridsStatus', 'readAssignedGridsResult'],
    submitUnassignedGrids: ['readUnassignedGridsStatus', 'readUnassignedGridsResult'],
  },
  alteredBy: {
    readGridBySerial: ['deleteGrid'],
    listAssignedGrids: ['createUserGrid'],
    exportGrid: ['deleteGrid'],
    readGridProperties: ['updateGridSettings'],
  },
}
