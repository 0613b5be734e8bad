export { withDatabase, withDatabaseToWrite } from './connect.ts'
export { DatabaseFailed, mostBytes, mostLetters, type RowValue } from './driver.ts'
export { findDatabases, type StoredDatabase } from './external-databases.repository.ts'
export { create as createExternalDatabase } from './external-databases.service.ts'
