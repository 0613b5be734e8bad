import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Context } from '../../../kit/context.ts'
import type { Config } from '../../../platform/config.ts'
import { writeNewFile } from '../../../platform/new-file.ts'

/** What is known of a file that stands as it was written. */
export interface Digest {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

const unfinished = '.part'
/** A file that nobody has gone on with for this long was left by a node that was killed. */
const leftMillis = 86_400_000

const beginningOf = (tenantId: string): string => `audit-${tenantId}-`

const nameOf = ({ tenant }: Context, month: string): string =>
  `${beginningOf(tenant.id)}${month}.jsonl.gz`

/** Made from the tenant and the row's month alone: nothing that a caller says is part of it. */
export const archivePath = (ctx: Context, month: string): string =>
  join(ctx.platform.config.archivesDir, nameOf(ctx, month))

type Place = Pick<Config, 'archivesDir'>

/** All files of a tenant, whole and unfinished; none where there is no folder. */
const namesOf = async ({ archivesDir }: Place, tenantId: string): Promise<readonly string[]> => {
  const names = await readdir(archivesDir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.startsWith(beginningOf(tenantId)))
}

/** Of a tenant that is erased. */
export const removeArchiveFiles = async (place: Place, tenantId: string): Promise<void> => {
  for (const name of await namesOf(place, tenantId)) {
    await rm(join(place.archivesDir, name), { force: true })
  }
}

export const hasArchiveFiles = async (place: Place, tenantId: string): Promise<boolean> =>
  (await namesOf(place, tenantId)).length > 0

const removeLeft = async (ctx: Context, folder: string): Promise<void> => {
  const own = beginningOf(ctx.tenant.id)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(own) || !name.endsWith(unfinished)) continue
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > leftMillis) await rm(file, { force: true })
  }
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

/** Writes the lines, compressed, under a name of their own; answers that path. */
export const writeUnfinished = async (
  ctx: Context,
  month: string,
  lines: AsyncIterable<string>,
): Promise<string> => {
  const { archivesDir } = ctx.platform.config
  await mkdir(archivesDir, { recursive: true, mode: 0o700 })
  await removeLeft(ctx, archivesDir)
  const file = `${archivePath(ctx, month)}.${ctx.platform.ids.uuid()}${unfinished}`
  await writeNewFile(file, withLineFeeds(lines), createGzip())
  return file
}

/** The file is there whole under its name, or not at all. */
export const finishFile = (ctx: Context, month: string, file: string): Promise<void> =>
  rename(file, archivePath(ctx, month))

export const digestOf = async (file: string): Promise<Digest> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file)) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Whether the file stands as it was written; not so when it is missing or cannot be read. */
export const isWhole = async (file: string, { bytes, sha256 }: Digest): Promise<boolean> => {
  const found = await digestOf(file).catch(() => null)
  return found !== null && found.bytes === bytes && found.sha256 === sha256
}

/** The bytes of a file. @throws Error at the end of one that does not fit its digest: it is cut off */
export async function* readWhole(file: string, { sha256 }: Digest): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${file} was changed while it was read`)
}
