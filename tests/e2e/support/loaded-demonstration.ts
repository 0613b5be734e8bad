import { cp } from 'node:fs/promises'
import { type Database, freshDatabase } from './database.ts'
import { type ServiceOptions, startService, temporaryFolder } from './service.ts'

/** The demonstration, loaded once a run: what services of the journeys begin with a copy of. */
export interface LoadedDemonstration {
  /** The name of its database on the test server. */
  readonly database: string
  /** Fills a folder with what the service keeps beside the database. */
  readonly copyFiles: (folder: string) => Promise<void>
  /** Gives the tenants of a copy the public URLs of its service. */
  readonly moveTo: (copy: Database, place: Place) => Promise<void>
}

type Place = Pick<ServiceOptions, 'host' | 'withTls'> & { readonly port: number }

const moveTo = async (
  copy: Database,
  { host = 'localhost', port, withTls = false }: Place,
): Promise<void> => {
  const scheme = withTls ? 'https' : 'http'
  await copy.run(`
    update host_names set host = '${host}' where host = 'localhost';
    update tenants set public_url = regexp_replace(
      regexp_replace(public_url, '^http:(.+):\\d+$', '${scheme}:\\1:${port}'),
      '//localhost:', '//${host}:')`)
}

/** Null where nothing is loaded: the embedded database has no copies. */
export const loadedDemonstration = (): LoadedDemonstration | null => {
  const { TEST_DEMONSTRATION_DATABASE: database, TEST_DEMONSTRATION_FILES: files } = process.env
  if (database === undefined || files === undefined) return null
  return { database, copyFiles: (folder) => cp(files, folder, { recursive: true }), moveTo }
}

/** Before the first journey. Its administrators have acknowledged the terms of use. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  const database = await freshDatabase()
  if (database === null) return undefined
  const folder = await temporaryFolder()
  const service = await startService({
    demo: true,
    dataDir: folder.path,
    databaseUrl: database.url,
  })
  await service.stop()
  await database.run('update tenants set legal_acknowledged = true')
  process.env.TEST_DEMONSTRATION_DATABASE = database.name
  process.env.TEST_DEMONSTRATION_FILES = folder.path
  return async () => {
    await database.drop()
    await folder.remove()
  }
}
