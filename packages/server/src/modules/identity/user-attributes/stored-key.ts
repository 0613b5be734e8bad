import { createHash } from 'node:crypto'
import { attributeKey } from '@signet/rules/user-attributes'

/** A row of an index holds 2,704 bytes, which 1,024 characters of three bytes exceed. */
const mostBytes = 2000

/** What a value is found by: its key, or the hash of a key that no index holds. */
export const storedKey = (value: string): string => {
  const key = attributeKey(value)
  return Buffer.byteLength(key) <= mostBytes
    ? key
    : `sha256:${createHash('sha256').update(key).digest('base64url')}`
}
