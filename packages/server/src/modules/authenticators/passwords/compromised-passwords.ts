import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { holdsPrefix, prefixBytes } from './hash-prefixes.ts'

const sha1 = (text: string): Buffer => createHash('sha1').update(text).digest()

let common: Promise<Buffer> | null = null

/** Prefixes of the hashes of the most common passwords, made at first use: 8 bytes each. */
const commonPrefixes = (): Promise<Buffer> => {
  common ??= new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./common-words.worker.ts', import.meta.url))
    worker.once('message', (sorted: Uint8Array) => {
      resolve(Buffer.from(sorted))
      void worker.terminate()
    })
    worker.once('error', reject)
  })
  common.catch(() => {
    common = null
  })
  return common
}

/** A common word with digits and signs around it is found as soon as the word is. */
const longestDecoration = 5

const isLetter = (character: string): boolean => /\p{L}/u.test(character)

const formsOf = (password: string): readonly string[] => {
  const lower = password.toLowerCase()
  const characters = Array.from(lower)
  const first = characters.findIndex(isLetter)
  const last = characters.findLastIndex(isLetter)
  const bare = first < 0 ? '' : characters.slice(first, last + 1).join('')
  const decoration = lower.length - bare.length
  return bare.length >= 4 && decoration <= longestDecoration ? [lower, bare] : [lower]
}

const isCommon = async (password: string): Promise<boolean> => {
  const sorted = await commonPrefixes()
  return formsOf(password).some((form) => holdsPrefix(sorted, sha1(form).subarray(0, prefixBytes)))
}

/** Files as the Pwned Passwords downloader writes them: `<5 hex digits>.txt`, lines `<35>:<count>`. */
const isInFiles = async (folder: string, password: string): Promise<boolean> => {
  const hash = sha1(password).toString('hex').toUpperCase()
  try {
    const lines = await readFile(join(folder, `${hash.slice(0, 5)}.txt`), 'latin1')
    return lines.split('\n').some((line) => line.startsWith(`${hash.slice(5)}:`))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Whether a password is among the known ones: the common ones always, those of breaches where the
 * operator keeps the files. An unreadable folder is an error: nothing passes unchecked.
 */
export const isCompromised = async (password: string, folder: string | null): Promise<boolean> =>
  (await isCommon(password)) || (folder !== null && (await isInFiles(folder, password)))
