import { abort } from '@signet/rules/abort'
import { exportedLists, listExportStates } from '@signet/rules/list-exports'
import { isExportName } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, Uuid } from '../kit/schemas.ts'

const listNames = exportedLists.map((list) => `\`${list}\``).join(', ')

const Names = z.array(z.string().min(1).max(64, abort)).min(1).max(60, abort)

export const NewListExport = z
  .object({
    list: z.enum(exportedLists),
    /** Of the file, without its ending; the name of the list when left out. */
    name: z.string().max(100, abort).refine(isExportName, 'not_an_export_name').optional(),
    /** What stands in the path of the list's call, such as the `id` of a webhook. */
    params: z.record(z.string().max(64, abort), z.string().max(64, abort)).default({}),
    /** The body of the list's call: filter and order. Its `limit` and `cursor` count for nothing. */
    request: z.record(z.string().max(64, abort), z.unknown()).default({}),
    /** Of a list that comes whole: these rows, in this order. */
    ids: z.array(z.string().min(1).max(64, abort)).max(1000, abort).optional(),
    /** Fields of the list's rows, in this order; all of them when left out. */
    columns: Names.optional(),
    /** Begin with a byte order mark, by which Excel knows UTF-8. */
    byteOrderMark: z.boolean().default(true),
  })
  .meta({ id: 'NewListExport' })

export const ListExport = z
  .object({
    id: Uuid,
    list: z.enum(exportedLists),
    /** Of the file, where it was given one. */
    name: z.string().nullable(),
    state: z.enum(listExportStates),
    /** Why it FAILED; null otherwise. */
    reason: z.string().nullable(),
    /** So far. */
    rows: z.int(),
    bytes: z.int(),
    createdAt: Instant,
    endedAt: Instant.nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'ListExport' })

const path = '/api/web/v1/listexports'
const one = `${path}/:id`
const { view, add } = callsOn('EXPORTREPORTS')
const own = 'Everybody sees their own exports and nobody else’s.'

export const createListExport = endpoint({
  ...add,
  path,
  body: NewListExport,
  answer: ListExport,
  limit: 'heavy',
  sensitive: true,
  errors: ['access_denied', 'invalid_parameters', 'too_many_list_exports'],
  audit: 'LIST_EXPORT_CREATED',
  location: '/api/web/v1/listexports/:id',
  summary: 'Have a list made into a CSV file',
  description: `Takes the right to see the list beside that to export. The file is made soon after, page by page, under the rights of the caller; they are looked at again while it is made and when it is fetched: lost ones, a lock, or other groups end it. It is kept for 24 hours; a person has 20 at most. What comes while it is made may be in it or not. Lists: ${listNames}; \`webhookdeliveries\` takes \`params.id\`. The fields are those of the call that lists them.`,
})

export const listListExports = endpoint({
  ...view,
  path,
  answer: z.array(ListExport),
  errors: [],
  summary: 'The exports of the caller, the newest first',
  description: own,
})

export const readListExport = endpoint({
  ...view,
  path: one,
  params: IdParams,
  answer: ListExport,
  errors: ['not_found'],
  summary: 'One export: whether it is ready',
  description: own,
})

export const downloadListExport = endpoint({
  ...view,
  path: `${one}/file`,
  params: IdParams,
  answer: z.string(),
  produces: 'text/csv',
  limit: 'change',
  sensitive: true,
  errors: ['access_denied', 'not_found', 'list_export_not_ready'],
  audit: 'LIST_EXPORT_DOWNLOADED',
  summary: 'The file of an export',
  description: `Cells that a spreadsheet would run as a formula begin with an apostrophe. ${own}`,
})

export const deleteListExport = endpoint({
  ...add,
  method: 'DELETE',
  path: one,
  params: IdParams,
  answer: noContent,
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'LIST_EXPORT_DELETED',
  summary: 'Delete an export with its file; one that is being made stops',
  description: own,
})
