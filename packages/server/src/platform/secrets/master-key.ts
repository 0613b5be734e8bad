import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
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

export const masterKeyText = (bytes: Buffer): string => bytes.toString('base64')

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

/** Makes the embedded database's key, readable by its owner only. @throws when there is one */
export const createMasterKeyFile = async (dataDir: string): Promise<SealingKey> => {
  await mkdir(dataDir, { recursive: true })
  const bytes = randomBytes(32)
  await writeDurably(join(dataDir, fileName), `${masterKeyText(bytes)}\n`)
  return masterKeyOf(bytes)
}

/** Puts another key in the place of the embedded database's. */
export const replaceMasterKeyFile = async (dataDir: string, bytes: Buffer): Promise<void> => {
  const next = join(dataDir, `${fileName}.${randomBytes(6).toString('hex')}`)
  await writeDurably(next, `${masterKeyText(bytes)}\n`)
  await rename(next, join(dataDir, fileName))
}
