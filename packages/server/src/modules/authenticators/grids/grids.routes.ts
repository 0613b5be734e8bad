import { gridAlphabet } from '@signet/algorithms/grid'
import * as lists from '@signet/contract/authenticators/grid-lists'
import * as contract from '@signet/contract/authenticators/grids'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readJob, readJobResult, submitJob } from '../../../kit/jobs.ts'
import { type Route, routes, versioned } from '../../../kit/routes.ts'
import { seesMemberOf } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { expectAuthority } from '../owners/index.ts'
import { expectMailAttribute, exportCard, mailCard } from './grid-handover.ts'
import { assignedGridJob, listAssigned, listUnassigned, unassignedGridJob } from './grid-lists.ts'
import { createBatch, createFor, mostUnassigned } from './grid-making.ts'
import { presentGrid } from './grids.present.ts'
import { countUnassigned, findGrid, findGridBySerial, type StoredGrid } from './grids.repository.ts'
import * as service from './grids.service.ts'

/** Cards of people take their owners' rights; others are seen by their groups. */
const managed =
  (ctx: Context): service.Owned =>
  async ({ user_id, groups }) => {
    if (user_id !== null) await expectAuthority(ctx, user_id)
    else if (!seesMemberOf(ctx, groups)) throw new ApiError('not_found')
  }

const shown = async (ctx: Context, card: StoredGrid | undefined) => {
  if (card === undefined) throw new ApiError('not_found')
  await settings.grid(ctx)
  return versioned(presentGrid(ctx, card), card.version)
}

/** Seals need the tenant's keys, which nothing reads within a transaction. */
const ready = (ctx: Context): Promise<void> => ctx.platform.secrets.ready(ctx.tenant.id)

const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredGrid>) => {
  await ready(ctx)
  return shown(ctx, await ctx.transaction(work))
}

/** As `changing`; then the card is mailed where that is asked for. */
const handing = async (
  ctx: Context,
  byMail: z.output<typeof contract.GridMail> | undefined,
  work: (ctx: Context) => Promise<StoredGrid>,
) => {
  await ready(ctx)
  if (byMail === undefined) return shown(ctx, await ctx.transaction(work))
  const { emailAttributeName: attribute } = byMail
  // Checked first: a card that cannot be mailed as requested is not assigned.
  await expectMailAttribute(ctx, attribute, 'body.emailParms.emailAttributeName')
  return shown(ctx, await mailCard(ctx, await ctx.transaction(work), attribute))
}

const giving = (ctx: Context, serial: string, userId: string) => async (inner: Context) => {
  const { id } = await expectAuthority(inner, userId)
  const card = await service.locked(inner, { serial }, async (found) => {
    if (found.user_id === null) await managed(ctx)(found)
  })
  return service.assign(inner, card, id)
}

/** A card whose contents the caller may have. @throws not_found, rights_not_held */
const held = async (ctx: Context, id: string): Promise<StoredGrid> => {
  const card = await findGrid(ctx, id)
  if (card === undefined) throw new ApiError('not_found')
  await managed(ctx)(card)
  return card
}

const properties = async (ctx: Context) => {
  const { rows, columns, cellLength, challengeCells, maximumPerUser } = await settings.grid(ctx)
  const shape = { rows, columns, cellLength, challengeCells, maximumPerUser }
  const unassigned = await countUnassigned(ctx)
  return { ...shape, alphabet: gridAlphabet, unassigned, maximumUnassigned: mostUnassigned }
}

const cards = routes(contract, {
  createGrids: async (ctx, { body }) => {
    await ready(ctx)
    const made = await ctx.transaction((ctx) => createBatch(ctx, body))
    return made.map((card) => presentGrid(ctx, card))
  },
  createUserGrid: (ctx, { params, body }) =>
    handing(ctx, body.emailParms, async (ctx) =>
      createFor(ctx, (await expectAuthority(ctx, params.userid)).id),
    ),
  readGridProperties: properties,
  readGrid: async (ctx, { params }) => shown(ctx, await findGrid(ctx, params.gridid)),
  readGridBySerial: async (ctx, { params }) =>
    shown(ctx, await findGridBySerial(ctx, params.sernum)),
  updateGrid: (ctx, { params, body }) =>
    changing(ctx, (ctx) => service.edit(ctx, params.gridid, { ...body, owned: managed(ctx) })),
  changeGridState: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.changeState(ctx, params.gridid, { ...body, owned: managed(ctx) }),
    ),
  deleteGrid: async (ctx, { params }) => {
    await ctx.transaction((ctx) => service.remove(ctx, params.gridid, managed(ctx)))
    return undefined
  },
  assignGrid: (ctx, { params, body }) =>
    handing(ctx, body.emailParms, giving(ctx, params.serial, body.userId)),
  assignUserGrid: (ctx, { params, body }) =>
    handing(ctx, body.emailParms, giving(ctx, body.gridSerial, params.id)),
  unassignGrid: (ctx, { params }) =>
    changing(ctx, (ctx) =>
      service.changeState(ctx, params.id, { state: 'UNASSIGNED', owned: managed(ctx) }),
    ),
  mailGrid: async (ctx, { params, body }) => {
    const card = await held(ctx, params.gridid)
    await expectMailAttribute(ctx, body.emailAttributeName)
    await mailCard(ctx, card, body.emailAttributeName)
    return undefined
  },
  exportGrid: async (ctx, { params, query }) =>
    exportCard(ctx, await held(ctx, params.gridid), query.format),
})

const pages = routes(lists, {
  listAssignedGrids: (ctx, { body }) => listAssigned(ctx, body),
  listUnassignedGrids: (ctx, { body }) => listUnassigned(ctx, body),
  submitAssignedGrids: (ctx, { body }) => submitJob(ctx, assignedGridJob, body),
  readAssignedGridsStatus: (ctx, { params }) => readJob(ctx, assignedGridJob, params.id),
  readAssignedGridsResult: async (ctx, { params }) =>
    lists.readAssignedGridsResult.answer.parse(
      await readJobResult(ctx, assignedGridJob, params.id),
    ),
  submitUnassignedGrids: (ctx, { body }) => submitJob(ctx, unassignedGridJob, body),
  readUnassignedGridsStatus: (ctx, { params }) => readJob(ctx, unassignedGridJob, params.id),
  readUnassignedGridsResult: async (ctx, { params }) =>
    lists.readUnassignedGridsResult.answer.parse(
      await readJobResult(ctx, unassignedGridJob, params.id),
    ),
})

export const gridRoutes: readonly Route[] = [...cards, ...pages]
