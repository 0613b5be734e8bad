import { answeringGrids, findClaimed, usableGrids } from './grid-challenges.repository.ts'
import { askCells, askedCells } from './grid-challenges.ts'
import { exportCard, mailCard } from './grid-handover.ts'
import { assignedGridJob, unassignedGridJob } from './grid-lists.ts'
import { createBatch, createFor } from './grid-making.ts'
import { isAnswer, useOf } from './grid-use.ts'
import { presentAll, presentGrid } from './grids.present.ts'
import { listGridsOf, readGridAgain } from './grids.repository.ts'
import { assign, changeState, locked, remove } from './grids.service.ts'

export { gridSets } from './grid-sets.ts'
export type { StoredGrid } from './grids.repository.ts'
export { gridRoutes } from './grids.routes.ts'

export const gridJobs = [assignedGridJob, unassignedGridJob] as const

/** What the flows above do with grid cards. */
export const grids = {
  usable: usableGrids,
  answering: answeringGrids,
  claimed: findClaimed,
  askCells,
  asked: askedCells,
  isAnswer,
  useOf,
  listOf: listGridsOf,
  readAgain: readGridAgain,
  present: presentGrid,
  presentAll,
  mail: mailCard,
  export: exportCard,
  createBatch,
  createFor,
  assign,
  locked,
  changeState,
  remove,
} as const
