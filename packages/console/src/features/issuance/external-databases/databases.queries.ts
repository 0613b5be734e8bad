import {
  createExternalDatabase,
  deleteExternalDatabase,
  type ExternalDatabase as ExternalDatabaseSchema,
  listExternalDatabases,
  readExternalDatabase,
  testDatabaseConnection,
  updateExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Database = z.output<typeof ExternalDatabaseSchema>
export type Tested = z.output<typeof testDatabaseConnection.answer>

const subject = 'external-databases'

/** The list comes whole. */
export const databasesPageQuery = wholeListQuery<Database>({
  subject,
  list: (signal) => call(listExternalDatabases, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, host, database }) => [name, host, database],
  filters: { kind: ({ kind }) => kind },
})

export const databases = {
  subject,
  ...callsOf({
    read: readExternalDatabase,
    create: createExternalDatabase,
    update: updateExternalDatabase,
    remove: deleteExternalDatabase,
  }),
}

export const useConnectionTest = () =>
  useChange((databaseId: string) => call(testDatabaseConnection, { body: { databaseId } }))
