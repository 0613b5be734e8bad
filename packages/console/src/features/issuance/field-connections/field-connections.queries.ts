import {
  listDatabaseColumns,
  listDatabaseTables,
  listExternalDatabases,
} from '@signet/contract/issuance/external-databases'
import {
  addFieldConnections,
  deleteFieldConnection,
  type FieldConnection,
  listFieldConnections,
  replaceFieldConnections,
} from '@signet/contract/issuance/field-connections'
import { readWorkflowDesign, type WorkflowDesign } from '@signet/contract/issuance/workflow-designs'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Connection = z.output<typeof FieldConnection>
export type Workflow = z.output<typeof WorkflowDesign>

const subject = 'field-connections'

/** A design, and which of its fields come from where. */
export const connectionsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [subject, workflowId],
    queryFn: async ({ signal }) => {
      const params = { workflowId }
      const [workflow, { connections }] = await Promise.all([
        call(readWorkflowDesign, { params, signal }),
        call(listFieldConnections, { params, signal }),
      ])
      return { workflow, connections }
    },
  })

/** Those that a field can be connected with. */
export const databasesQuery = queryOptions({
  queryKey: ['external-databases', 'names'],
  queryFn: ({ signal }) => call(listExternalDatabases, { signal }),
})

/** What is in other people’s databases changes seldom, and is asked for over the network. */
const staleTime = 60_000

export const tablesQuery = (databaseId: string) =>
  queryOptions({
    queryKey: [subject, 'tables', databaseId],
    enabled: databaseId !== '',
    staleTime,
    retry: false,
    queryFn: ({ signal }) => call(listDatabaseTables, { params: { databaseId }, signal }),
  })

export const columnsQuery = (databaseId: string, tableName: string) =>
  queryOptions({
    queryKey: [subject, 'columns', databaseId, tableName],
    enabled: databaseId !== '' && tableName !== '',
    staleTime,
    retry: false,
    queryFn: ({ signal }) =>
      call(listDatabaseColumns, { params: { databaseId, tableName }, signal }),
  })

/** Changes to the connections of one design. */
export const useConnectionChanges = (workflowId: string) => {
  const params = { workflowId }
  const stale = [subject, workflowId]
  return {
    add: useChange(
      (connection: Connection) =>
        call(addFieldConnections, { params, body: { connections: [connection] } }),
      stale,
    ),
    replace: useChange(
      (connections: readonly Connection[]) =>
        call(replaceFieldConnections, { params, body: { connections: [...connections] } }),
      stale,
    ),
    remove: useChange(
      (fieldId: string) => call(deleteFieldConnection, { params: { workflowId, fieldId } }),
      stale,
    ),
  }
}
