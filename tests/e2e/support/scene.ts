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

type SceneOptions = Omit<ServiceOptions, 'databaseUrl' | 'dataDir' | 'at'>

const openService = async (options: SceneOptions) => {
  const folder = await temporaryFolder()
  const database = await freshDatabase()
  const service = await startService({
    ...options,
    dataDir: folder.path,
    ...(database === null ? {} : { databaseUrl: database.url }),
  })
  const close = async (): Promise<void> => {
    await service.stop()
    await database?.drop()
    await folder.remove()
  }
  return { service, database, close }
}

/** `demo` loads the demonstration; without it the service waits for its first administrator. */
export const openScene = async (options: SceneOptions = {}): Promise<Scene> => {
  const { service, database, close } = await openService(options)
  const browser = await launchBrowser(options.withTls)
  const endings = [() => browser.close(), close]
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

/** Another service, which ends with the scene; its people come by the same browser. */
export const openBeside = async (scene: Scene, options: SceneOptions): Promise<Scene> => {
  const { service, database, close } = await openService(options)
  scene.onClose(close)
  return { ...scene, service, database }
}
