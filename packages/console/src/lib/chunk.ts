import { consoleFrame } from '@signet/rules/console'
import { checkConnection, connectionLost, isFollowed, whenBack } from './lost-connection.ts'
import { renewForPart } from './renewal.ts'

/** A script that did not come in time. Reloading the page asks for it again. */
export class ChunkTimeout extends Error {
  constructor() {
    super('a part of the page did not load in time')
    this.name = 'ChunkTimeout'
  }
}

/** A script that the service does not have, although it answers. Reloading may help. */
export class ChunkMissing extends Error {
  constructor(cause: unknown) {
    super('a part of the page could not be loaded', { cause })
    this.name = 'ChunkMissing'
  }
}

/** Whether a part of the page did not come: no fault of the application itself. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeout || error instanceof ChunkMissing || isFailedImport(error)

/** What browsers say of a script or style sheet that they could not fetch. */
const isFailedImport = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|^Importing a module script failed|^Unable to preload CSS/.test(
    error.message,
  )

const inTime = async <T>(load: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout()), consoleFrame.chunkLoadTimeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}

type Attempt<T> = { readonly part: T } | { readonly failure: unknown }

/** @throws what the part itself throws, and ChunkTimeout */
const attempted = async <T>(load: () => Promise<T>): Promise<Attempt<T>> => {
  try {
    return { part: await inTime(load) }
  } catch (error) {
    if (isFailedImport(error)) return { failure: error }
    throw error
  }
}

/** Two attempts; between them the connection is waited for, where it is lost. */
const afterConnection = async <T>(load: () => Promise<T>): Promise<Attempt<T>> => {
  const again = await attempted(load)
  if ('part' in again || !isFollowed()) return again
  if (await checkConnection()) return again
  if (connectionLost.get()) await whenBack()
  return attempted(load)
}

/**
 * Loads a part of the console. One that does not come is asked for once more, and again when the
 * connection is back; then the page is loaded anew, once, as it may be of another release.
 * @throws ChunkTimeout after 120 s, ChunkMissing for what the service does not have
 */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  const first = await attempted(load)
  if ('part' in first) return first.part
  const last = await afterConnection(load)
  if ('part' in last) return last.part
  // Until the new page is there, this one shows that something comes.
  if (isFollowed() && (await renewForPart())) return new Promise(() => undefined)
  throw new ChunkMissing(last.failure)
}
