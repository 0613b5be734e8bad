import { readFile, stat } from 'node:fs/promises'
import type { Context } from '../../../kit/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AuthenticatorKind, type Metadata, readBlob, readRoots } from './metadata-blob.ts'

type Reading = Pick<Context, 'platform' | 'log'>

interface Held {
  checkedAt: number
  changedAt: number
  metadata: Metadata | null
}

const held = new WeakMap<Platform, Held>()
const reading = new WeakMap<Platform, Promise<Metadata | null>>()

/** The file is looked at this often. */
const checkEveryMillis = 60_000

interface Files {
  readonly file: string
  readonly rootFile: string
}

/** An older issue never takes the place of a newer one (FIDO Metadata Service 3, 3.2 step 6). */
const newer = (ctx: Reading, before: Metadata | null, read: Metadata): Metadata => {
  const now = ctx.platform.clock.now()
  if (before !== null && read.number < before.number) {
    ctx.log.warn({ number: read.number }, 'the metadata of authenticators is older than before')
    return before
  }
  if (read.nextUpdate < now) {
    ctx.log.warn({ nextUpdate: read.nextUpdate }, 'the metadata of authenticators is out of date')
  }
  return read
}

const read = async (ctx: Reading, files: Files): Promise<Metadata | null> => {
  const before = held.get(ctx.platform) ?? { checkedAt: 0, changedAt: 0, metadata: null }
  const now = ctx.platform.clock.now()
  const next: Held = { ...before, checkedAt: now.getTime() }
  try {
    const { mtimeMs } = await stat(files.file)
    if (mtimeMs !== before.changedAt) {
      const roots = readRoots(await readFile(files.rootFile, 'utf8'))
      const found = await readBlob(await readFile(files.file, 'utf8'), { roots, now })
      next.metadata = newer(ctx, before.metadata, found)
      next.changedAt = mtimeMs
    }
  } catch (error) {
    ctx.log.error({ err: error }, 'the metadata of authenticators was not read')
  }
  held.set(ctx.platform, next)
  return next.metadata
}

/** What the operator's file says of authenticators; null without one that can be believed. */
export const readMetadata = async (ctx: Reading): Promise<Metadata | null> => {
  const { platform } = ctx
  const files = platform.config.fidoMetadata
  if (files === null) return null
  const present = held.get(platform)
  const age = platform.clock.now().getTime() - (present?.checkedAt ?? 0)
  if (present !== undefined && age < checkEveryMillis) return present.metadata
  const running = reading.get(platform) ?? read(ctx, files)
  reading.set(platform, running)
  try {
    return await running
  } finally {
    reading.delete(platform)
  }
}

/** What is known of the kind that a passkey says it is. */
export const readKind = async (ctx: Reading, aaguid: string): Promise<AuthenticatorKind | null> =>
  (await readMetadata(ctx))?.byAaguid.get(aaguid) ?? null
