import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { type Database, freshDatabase } from './database.ts'
import { type Service, type ServiceOptions, startService, temporaryFolder } from './service.ts'

/** What a journey plays on: a service with its database, and a browser. */
export interface Scene {
  readonly service: Service
  readonly browser: Browser
  /** Null for the embedded database. */
  readonly database: Database | null
  /** To be ended before the rest. */
  readonly onClose: (end: () => Promise<void>) => void
  close(): Promise<void>
}

/** `demo` loads the demonstration; without it the service waits for its first administrator. */
export const openScene = async (
  options: Pick<ServiceOptions, 'demo' | 'environment'> = {},
): Promise<Scene> => {
  const folder = await temporaryFolder()
  const database = await freshDatabase()
  const service = await startService({
    ...options,
    dataDir: folder.path,
    ...(database === null ? {} : { databaseUrl: database.url }),
  })
  const browser = await launchBrowser()
  const endings = [
    () => browser.close(),
    () => service.stop(),
    ...(database === null ? [] : [() => database.drop()]),
    () => folder.remove(),
  ]
  return {
    service,
    browser,
    database,
    onClose: (end) => void endings.unshift(end),
    close: async () => {
      for (const end of endings) await end()
    },
  }
}
