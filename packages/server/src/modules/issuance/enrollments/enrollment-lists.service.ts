import {
  fieldsOfWorkflow,
  isPictureField,
  type WorkflowDefinition,
} from '@signet/card/enrolment/definition'
import { searchKey } from '@signet/card/enrolment/record'
import type { EnrollmentSearch } from '@signet/contract/issuance/enrollments'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { mostCounted, readPage, type Total } from '../../../kit/lists.ts'
import type { Position } from '../../../kit/page.ts'
import { groupsInSight, seesGroup } from '../../identity/groups/index.ts'
import { listWorkflows, type StoredWorkflow } from '../workflow-designs/index.ts'
import {
  countByWorkflow,
  countRecords,
  type KeyCriterion,
  type ListedRecord,
  listRecords,
  mostFound,
  type RecordFilter,
} from './enrollment-lists.repository.ts'
import { photoField, summaryOf } from './enrollments.present.ts'
import { workflowNamed, workflowOf } from './workflows.ts'

type Wanted = z.output<typeof EnrollmentSearch>

/** Three characters make a trigram; fewer are looked for at the beginning only. */
const shortest = 3

/** The groups that the list is of: those asked for among those the actor is limited to. */
const groupsOf = (ctx: Context, groupId: string | undefined): readonly string[] | null => {
  const seen = groupsInSight(ctx)
  if (groupId === undefined) return seen === 'ALL' ? null : seen
  return seesGroup(ctx, groupId) ? [groupId] : []
}

/** @throws invalid_parameters for a field that is not there or holds a picture */
const searchable = ({ definition }: StoredWorkflow, name: string, at: number): string => {
  const field = fieldsOfWorkflow(definition).find((each) => each.name === name)
  if (field !== undefined && !isPictureField(field)) return field.id
  throw new ApiError('invalid_parameters', {
    fields: [{ path: `body.fields.${at}.field`, message: 'is no field of this design' }],
  })
}

export type Query = Pick<Wanted, 'barcode' | 'term' | 'fields' | 'enrollState' | 'groupId'>

const keysOf = (workflow: StoredWorkflow, wanted: Query): KeyCriterion[] => {
  const { barcode, term, fields } = wanted
  const own = fields.map(({ field, match, value }, at) => ({
    fields: [searchable(workflow, field, at)],
    match,
    key: searchKey(value),
  }))
  const code = barcode === undefined ? '' : searchKey(barcode)
  const scanned = code === '' ? [] : [{ fields: [''], match: 'EQUALS' as const, key: code }]
  const short = term === undefined || [...searchKey(term)].length >= shortest ? '' : searchKey(term)
  const texts = fieldsOfWorkflow(workflow.definition)
    .filter((field) => !isPictureField(field))
    .map(({ id }) => id)
  const begun = short === '' ? [] : [{ fields: texts, match: 'BEGINS' as const, key: short }]
  return [...own, ...scanned, ...begun]
}

/** @throws invalid_parameters for a field that is not there or holds a picture */
export const filterOf = (ctx: Context, workflow: StoredWorkflow, wanted: Query): RecordFilter => {
  const term = wanted.term === undefined ? null : searchKey(wanted.term)
  return {
    workflowId: workflow.id,
    enrollState: wanted.enrollState ?? null,
    groups: groupsOf(ctx, wanted.groupId),
    term: term === null || [...term].length < shortest ? null : term,
    keys: keysOf(workflow, wanted),
  }
}

const CarriedTotal = z.tuple([z.unknown(), z.unknown(), z.number()])

/** Later pages carry the first one's total in their cursor. */
const carriedTotal = (position: Position | null): number | null => {
  const carried = CarriedTotal.safeParse(position?.after)
  return carried.success ? carried.data[2] : null
}

const totalOf = (count: number, filter: RecordFilter): Total => {
  const most = filter.term === null && filter.keys.length === 0 ? mostCounted : mostFound
  return { count: Math.min(count, most), estimated: count > most }
}

const sortKeyOf = (row: ListedRecord, sortBy: Wanted['sortBy']): string =>
  sortBy === 'title' ? row.title_key : row.modified_at.toISOString()

/** A page of records. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters */
export const search = async (ctx: Context, wanted: Wanted) => {
  const { sortBy } = wanted
  const workflow = await workflowOf(ctx, wanted.workflowId)
  const filter = filterOf(ctx, workflow, wanted)
  const page = await readPage(ctx, wanted, {
    name: 'enrollments',
    read: async (window) => {
      const known = carriedTotal(window.position)
      const how = { sortBy, counting: known === null, photo: photoField(workflow) }
      const rows = await listRecords(ctx, filter, { ...window, ...how })
      return { rows, total: totalOf(known ?? Number(rows[0]?.total ?? 0), filter) }
    },
    edge: (row, { count, estimated }) => [
      sortKeyOf(row, sortBy),
      row.id,
      estimated ? count + 1 : count,
    ],
  })
  return { ...page, results: page.results.map((row) => summaryOf(row, workflow.definition)) }
}

interface SomeWanted
  extends Omit<Wanted, 'workflowId' | 'limit' | 'cursor' | 'sortBy' | 'descending'> {
  readonly offset: number
  readonly limit: number
}

/** Records by their title, from one on. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters */
export const readSome = async (ctx: Context, name: string, wanted: SomeWanted) => {
  const { offset, limit, ...query } = wanted
  const workflow = await workflowNamed(ctx, name)
  const filter = filterOf(ctx, workflow, query)
  const window = {
    sortBy: 'title',
    position: null,
    backwards: false,
    counting: true,
    photo: null,
  } as const
  const rows = await listRecords(ctx, filter, { ...window, offset, limit })
  // Beyond the last row nothing tells how many there are.
  const isBeyond = rows.length === 0 && offset > 0
  const [first] = isBeyond ? await listRecords(ctx, filter, { ...window, limit: 1 }) : rows
  const counted = Number(first?.total ?? 0)
  const { count, estimated } = totalOf(counted, filter)
  const shown = rows.slice(0, limit).map((row) => summaryOf(row, workflow.definition))
  return { enrollments: shown, offset, limit, total: count, estimated }
}

const everything = (ctx: Context, workflowId: string): RecordFilter => ({
  workflowId,
  enrollState: null,
  groups: groupsOf(ctx, undefined),
  term: null,
  keys: [],
})

const capped = (counted: number): Total => ({
  count: Math.min(counted, mostCounted),
  estimated: counted > mostCounted,
})

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const count = async (ctx: Context, workflowId: string) => {
  const { id } = await workflowOf(ctx, workflowId)
  return capped(await countRecords(ctx, everything(ctx, id)))
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const exist = async (ctx: Context, workflowId: string) => ({
  exist: (await count(ctx, workflowId)).count > 0,
})

const columnsOf = (definition: WorkflowDefinition): string[] =>
  fieldsOfWorkflow(definition)
    .filter((field) => !isPictureField(field) && !field.hidden)
    .map(({ name }) => name)

/** The designs that the actor knows of, with their records in sight. */
export const summarize = async (ctx: Context) => {
  const workflows = await listWorkflows(ctx)
  const ids = workflows.map(({ id }) => id)
  const counts = await countByWorkflow(ctx, ids, groupsOf(ctx, undefined))
  const byId = new Map(counts.map((each) => [each.id, each]))
  return workflows.map(({ id, name, description, definition }) => {
    const own = byId.get(id)
    return {
      workflowId: id,
      name,
      description,
      lastModifiedAt: own?.modified_at ?? null,
      columns: columnsOf(definition),
      ...capped(Number(own?.count ?? 0)),
    }
  })
}
