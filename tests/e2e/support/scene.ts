import type { Browser } from 'playwright-core'
import { openContexts, sharedBrowser } from './browser.ts'
import { type Database, freshDatabase } from './database.ts'
import { loadedDemonstration } from './loaded-demonstration.ts'
import {
  freePort,
  type Service,
  type ServiceOptions,
  startService,
  temporaryFolder,
} from './service.ts'

/** What a journey plays on: a service with its database, and a browser. */
export interface Scene {
  readonly service: Service
  readonly browser: Browser
  /** Where the service keeps its files. */
  readonly dataDir: string
  /** Null for the embedded database. */
  readonly database: Database | null
  /** To be ended before the rest. */
  readonly onClose: (end: () => Promise<void>) => void
  close(): Promise<void>
}

interface SceneOptions extends Omit<ServiceOptions, 'databaseUrl' | 'dataDir' | 'at'> {
  /** The service loads its demonstration at its start, in the place of a copy of the loaded one. */
  readonly loadsDemo?: boolean
}

interface Stage extends Pick<Scene, 'service' | 'database' | 'dataDir'> {
  close(): Promise<void>
}

/** What a service keeps: its folder and its database, of the loaded demonstration or empty. */
export const openGround = async (
  options: Pick<SceneOptions, 'demo' | 'loadsDemo' | 'host' | 'withTls'> & {
    readonly port: number
  },
) => {
  const { demo = false, loadsDemo = false } = options
  const loaded = demo && !loadsDemo ? loadedDemonstration() : null
  const folder = await temporaryFolder()
  await loaded?.copyFiles(folder.path)
  const database = await freshDatabase(loaded?.database)
  if (database !== null) await loaded?.moveTo(database, options)
  const remove = async (): Promise<void> => {
    await database?.drop()
    await folder.remove()
  }
  return { dataDir: folder.path, database, remove }
}

const openStage = async (options: SceneOptions): Promise<Stage> => {
  const placed = { ...options, port: options.port ?? (await freePort()) }
  const { dataDir, database, remove } = await openGround(placed)
  const service = await startService({
    ...placed,
    dataDir,
    ...(database === null ? {} : { databaseUrl: database.url }),
  })
  const close = async (): Promise<void> => {
    await service.stop()
    await remove()
  }
  return { service, database, dataDir, close }
}

/** People leave: contexts of one journey are not there in the next one. */
const closeContexts = async (): Promise<void> => {
  await Promise.all((await openContexts()).map((context) => context.close()))
}

const sceneOn = (stage: Stage, browser: Browser): Scene => {
  const endings = [closeContexts, () => stage.close()]
  return {
    service: stage.service,
    browser,
    dataDir: stage.dataDir,
    database: stage.database,
    onClose: (end) => void endings.unshift(end),
    close: async () => {
      for (const end of endings) await end()
    },
  }
}

/**
 * A service of the journey's own. `demo` begins with the demonstration; without it the service waits
 * for its first administrator.
 */
export const openScene = async (options: SceneOptions = {}): Promise<Scene> => {
  const stage = await openStage(options)
  return sceneOn(stage, await sharedBrowser())
}

/** Ends with the worker. */
let demonstration: Promise<Stage> | null = null

/**
 * The demonstration that journeys of a worker share: for those that change no setting of the tenant
 * and nothing of people whom another journey meets.
 */
export const openDemonstration = async (): Promise<Scene> => {
  demonstration ??= openStage({ demo: true })
  const stage = { ...(await demonstration), close: async () => undefined }
  return sceneOn(stage, await sharedBrowser())
}

/** Another service, which ends with the scene; its people come by the same browser. */
export const openBeside = async (scene: Scene, options: SceneOptions): Promise<Scene> => {
  const { close, ...stage } = await openStage(options)
  scene.onClose(close)
  return { ...scene, ...stage }
}
