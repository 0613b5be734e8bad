import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import type { SealingKey } from './envelope.ts'

/** The key that wraps every tenant's keys; its id tells nothing of it. */
export const masterKeyOf = (bytes: Buffer): SealingKey => ({
  id: createHash('sha256').update('signet master key\0').update(bytes).digest().subarray(0, 16),
  bytes,
})

const hex = /^[0-9a-f]{64}$/i
const base64 = /^[A-Za-z0-9+/_-]{43}=?$/

/** 32 bytes in base64, base64url or hexadecimal; null for anything else. */
export const parseMasterKey = (text: string): Buffer | null => {
  if (hex.test(text)) return Buffer.from(text, 'hex')
  if (base64.test(text)) return Buffer.from(text, 'base64')
  return null
}

const masterKeyText = (bytes: Buffer): string => bytes.toString('base64')

const fileName = 'master.key'

const parsed = (text: string, source: string): SealingKey => {
  const bytes = parseMasterKey(text.trim())
  if (bytes === null) {
    throw new StartRefused(`${source} must hold 32 bytes in base64 or hexadecimal`)
  }
  return masterKeyOf(bytes)
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const readKeyFile = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw new StartRefused(`The master key file ${path} cannot be read`, error)
  }
}

export interface MasterKeySource {
  readonly masterKey: string | null
  readonly masterKeyFile: string | null
  /** Folder of the embedded database, whose key lives beside it; null with PostgreSQL. */
  readonly dataDir: string | null
}

/** The master key given by environment or file; null when there is none yet. */
export const readMasterKey = async (source: MasterKeySource): Promise<SealingKey | null> => {
  const { masterKey, masterKeyFile, dataDir } = source
  if (masterKey !== null) return parsed(masterKey, 'SIGNET_MASTER_KEY')
  if (masterKeyFile !== null) {
    const text = await readKeyFile(masterKeyFile)
    if (text === null) throw new StartRefused(`SIGNET_MASTER_KEY_FILE ${masterKeyFile} is missing`)
    return parsed(text, `SIGNET_MASTER_KEY_FILE ${masterKeyFile}`)
  }
  if (dataDir === null) return null
  const path = join(dataDir, fileName)
  const text = await readKeyFile(path)
  return text === null ? null : parsed(text, path)
}

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a key for its owner only. @throws when the file is there */
export const writeMasterKeyFile = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeDurably(path, `${masterKeyText(bytes)}\n`)
}

/** Makes the embedded database's key, readable by its owner only. @throws when there is one */
export const createMasterKeyFile = async (dataDir: string): Promise<SealingKey> => {
  const bytes = randomBytes(32)
  await writeMasterKeyFile(join(dataDir, fileName), bytes)
  return masterKeyOf(bytes)
}

const nextName = `${fileName}.next`

/** The key that is to replace the embedded database's: made once, so that a crash loses none. */
export const prepareNextMasterKey = async (dataDir: string): Promise<Buffer> => {
  const path = join(dataDir, nextName)
  const text = await readKeyFile(path)
  if (text !== null) return parsed(text, path).bytes
  const bytes = randomBytes(32)
  await writeMasterKeyFile(path, bytes)
  return bytes
}

/** Puts the prepared key in the place of the embedded database's, in one step. */
export const replaceMasterKeyFile = async (dataDir: string): Promise<void> => {
  await rename(join(dataDir, nextName), join(dataDir, fileName))
  const folder = await open(dataDir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
