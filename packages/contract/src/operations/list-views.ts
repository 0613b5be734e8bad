import { abort } from '@signet/rules/abort'
import { exportedLists } from '@signet/rules/list-exports'
import { isListViewQuery, longestListViewQuery } from '@signet/rules/list-views'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

const listNames = exportedLists.map((list) => `\`${list}\``).join(', ')

const fields = {
  name: Line(80),
  /**
   * Search (`q`), order (`sort`), hidden columns (`hide`) and filters (`f.…`) as the console writes them
   * in an address: encoded, each once, sorted by name.
   */
  query: z
    .string()
    .max(longestListViewQuery, abort)
    .refine(isListViewQuery, 'is not the query of a list'),
  /** Whether every administrator who may see the list has it. */
  shared: z.boolean(),
}

export const NewListView = z
  .object({ list: z.enum(exportedLists), ...fields, shared: fields.shared.default(false) })
  .meta({ id: 'NewListView' })

/** Fields left out stay as they are. */
export const ListViewChange = z.object(fields).partial().meta({ id: 'ListViewChange' })

export const ListViewDefault = z.object({ isDefault: z.boolean() }).meta({ id: 'ListViewDefault' })

/** A saved view of a list. */
export const ListView = z
  .object({
    id: Uuid,
    list: z.enum(exportedLists),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
    /** Whether the caller may change and delete it. */
    mayChange: z.boolean(),
    /** Whether the list opens with it for the caller. */
    isDefault: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
    /** The number in its ETag. */
    version: z.int(),
  })
  .meta({ id: 'ListView' })

const path = '/api/web/v1/listviews'
const one = `${path}/:id`
const read = { actor: 'user', method: 'GET', limit: 'read', audit: null } as const
const change = { actor: 'user', limit: 'change' } as const
const whose =
  'Callers see their own views and shared ones of lists that they may see. Shared views are changed by the administrator who shares them and by super administrators.'

export const listListViews = endpoint({
  ...read,
  path,
  query: z.object({ list: z.enum(exportedLists) }),
  answer: z.array(ListView),
  errors: ['access_denied'],
  summary: 'The saved views of a list: own ones first, then shared ones',
  description: `Lists: ${listNames}. ${whose}`,
})

export const readListView = endpoint({
  ...read,
  path: one,
  params: IdParams,
  answer: ListView,
  errors: ['not_found'],
  summary: 'One saved view',
  description: whose,
})

export const createListView = endpoint({
  ...change,
  method: 'POST',
  path,
  body: NewListView,
  answer: ListView,
  errors: ['access_denied', 'rights_not_held', 'list_view_exists', 'too_many_list_views'],
  audit: 'LIST_VIEW_CREATED',
  location: one,
  summary: 'Save a view of a list',
  description: `A user has up to 100 views, a tenant up to 100 shared ones. Filters keep IDs: each reader sees the names that they may see. Administrators limited to groups cannot share views. ${whose}`,
})

export const updateListView = endpoint({
  ...change,
  method: 'PUT',
  path: one,
  params: IdParams,
  body: ListViewChange,
  answer: ListView,
  errors: [
    'not_found',
    'rights_not_held',
    'list_view_exists',
    'too_many_list_views',
    'precondition_failed',
  ],
  audit: 'LIST_VIEW_UPDATED',
  summary: 'Rename a saved view, change what it shows, share it or stop sharing it',
  description: `Only the administrator who shares a view can stop sharing it. ${whose}`,
})

export const deleteListView = endpoint({
  ...change,
  method: 'DELETE',
  path: one,
  params: IdParams,
  answer: noContent,
  errors: ['not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'LIST_VIEW_DELETED',
  summary: 'Delete a saved view',
  description: whose,
})

export const setDefaultListView = endpoint({
  ...change,
  method: 'PUT',
  path: `${one}/default`,
  params: IdParams,
  body: ListViewDefault,
  answer: ListView,
  errors: ['not_found'],
  audit: 'LIST_VIEW_UPDATED',
  summary: 'Set or clear the default view of the caller',
  description:
    'The console opens a list with it. A list has one default view per user; it can be a shared one.',
})
