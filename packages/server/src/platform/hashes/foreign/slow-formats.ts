import { parseOptions } from '@node-rs/argon2'
import { type HashFault, type HashFormat, most, tooCostly } from './foreign-hash.ts'

/** PHC string format: salt of 8 to 64 bytes, hash of 16 to 64, Base64 without padding. */
const argon2Text =
  /^(\$argon2(?:id|i|d)(?:\$v=(?:16|19))?\$m=\d{1,10},t=\d{1,10},p=\d{1,10})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/

const faultOfArgon2 = (text: string): HashFault | null => {
  try {
    const { memoryCost = 0, timeCost = 0, parallelism = 0 } = parseOptions(text)
    const limits = most.argon2
    if (memoryCost > limits.memoryCost) return tooCostly(`m=${memoryCost}`, limits.memoryCost)
    if (timeCost > limits.timeCost) return tooCostly(`t=${timeCost}`, limits.timeCost)
    if (parallelism > limits.parallelism) return tooCostly(`p=${parallelism}`, limits.parallelism)
    const isSound = parallelism >= 1 && timeCost >= 1 && memoryCost >= 8 * parallelism
    return isSound ? null : { fault: 'has cost parameters that argon2 does not know' }
  } catch {
    return { fault: 'is damaged: no argon2 hash in PHC format' }
  }
}

export const argon2Format: HashFormat = (text) => {
  if (!text.startsWith('$argon2')) return null
  const parameters = argon2Text.exec(text)?.[1]
  if (parameters === undefined) return { fault: 'is damaged: no argon2 hash in PHC format' }
  return faultOfArgon2(text) ?? { scheme: 'argon2', text, parameters }
}

const bcryptText = /^\$2([abxy]?)\$(\d\d)\$[./A-Za-z0-9]{53}$/
const djangoPrehash = 'bcrypt_sha256$'

export const bcryptFormat: HashFormat = (given) => {
  const isPrehashed = given.startsWith(djangoPrehash)
  const text = isPrehashed ? given.slice(djangoPrehash.length) : given
  if (!isPrehashed && !/^\$2[abxy]?\$/.test(text)) return null
  const [, kind, cost = ''] = bcryptText.exec(text) ?? []
  if (kind === undefined) return { fault: 'is damaged: no bcrypt hash of 60 characters' }
  if (kind === 'x' || kind === '') return { fault: 'is of a bcrypt version with known errors' }
  if (Number(cost) < 4) return { fault: 'has a cost that bcrypt does not know' }
  if (Number(cost) > most.bcryptCost) return tooCostly(`cost ${Number(cost)}`, most.bcryptCost)
  return { scheme: 'bcrypt', text, cost, isPrehashed }
}

const cryptText = /^\$([56])\$(?:rounds=(\d{1,10})\$)?([^$:\n]{0,16})\$([./A-Za-z0-9]+)$/

/** SHA-crypt of Ulrich Drepper: `$5$` and `$6$`. */
export const cryptFormat: HashFormat = (text) => {
  if (!/^\$[56]\$/.test(text)) return null
  const [, digit, given = '5000', salt = '', hash = ''] = cryptText.exec(text) ?? []
  const isWhole = hash.length === (digit === '6' ? 86 : 43)
  if (digit === undefined || !isWhole) return { fault: 'is damaged: no whole SHA-crypt hash' }
  const rounds = Number(given)
  if (rounds < 1000) return { fault: 'has fewer rounds than SHA-crypt allows' }
  if (rounds > most.cryptRounds) return tooCostly(`${rounds} rounds`, most.cryptRounds)
  if (salt === '') return { fault: 'has no salt' }
  return { scheme: 'crypt', digest: digit === '6' ? 'sha512' : 'sha256', rounds, salt, hash }
}
