import { createSecretKey, type KeyObject } from 'node:crypto'

const made = new WeakMap<Uint8Array, KeyObject>()

/**
 * The key of these bytes, for ciphers and MACs: they make one of bytes at each use, which takes
 * longer than what they do with it.
 */
export const keyObjectOf = (bytes: Uint8Array): KeyObject => {
  const key = made.get(bytes) ?? createSecretKey(bytes)
  made.set(bytes, key)
  return key
}
