import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { dictionary } from '@zxcvbn-ts/language-common'
import { prefixBytes } from './hash-prefixes.ts'

/** In a thread of its own, so that the words leave memory with it. */
const words: unknown = dictionary['passwords-common']
const prefixes = (Array.isArray(words) ? words : [])
  .map((word) => createHash('sha1').update(String(word)).digest().subarray(0, prefixBytes))
  .toSorted(Buffer.compare)
parentPort?.postMessage(Buffer.concat(prefixes))
