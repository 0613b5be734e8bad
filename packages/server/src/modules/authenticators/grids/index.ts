import { answeringGrids, findClaimed, usableGrids } from './grid-challenges.repository.ts'
import { askCells, askedCells } from './grid-challenges.ts'
import { expectMailAttribute, exportCard, mailCard } from './grid-handover.ts'
import { assignedGridJob, unassignedGridJob } from './grid-lists.ts'
import { createBatch, createFor, insertPrinted, makeBatches, room } from './grid-making.ts'
import { isAnswer, useOf } from './grid-use.ts'
import { presentAll, presentGrid } from './grids.present.ts'
import { findGrids, listGridsOf, readGridAgain } from './grids.repository.ts'
import * as service from './grids.service.ts'

export type { StoredGrid } from './grids.repository.ts'
export { gridRoutes } from './grids.routes.ts'

export const gridJobs = [assignedGridJob, unassignedGridJob] as const

/** Grid cards in the flows above. */
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
  expectMailAttribute,
  mail: mailCard,
  export: exportCard,
  createBatch,
  createFor,
  assign: service.assign,
  locked: service.locked,
  changeState: service.changeState,
  remove: service.remove,
} as const

/** Cards by the hundred, for bulk operations: a few statements whatever their number. */
export const gridSets = {
  find: findGrids,
  hold: service.hold,
  judge: service.judge,
  give: service.give,
  changed: service.changed,
  change: service.change,
  remove: service.removeAll,
  insert: insertPrinted,
  room,
  rooms: service.rooms,
  make: makeBatches,
} as const
