import { describe, expect, it } from 'vitest'
import { foreignHashes, foreignPassword } from '../../../../testing/foreign-hashes.ts'
import { createHashes } from '../../hashes.ts'
import { dummyOfKind, kindOf } from './hash-kinds.ts'
import { shaCrypt } from './sha-crypt.ts'

const cost = { memoryCost: 32, timeCost: 1, parallelism: 1, outputLen: 32 }
const hashes = createHashes({ waitingPerCore: 100, cores: 2, cost })

const takenFrom = (text: string) => {
  const taken = hashes.takeForeign(text)
  if ('fault' in taken) throw new Error(taken.fault)
  return taken
}

describe('a hash of another system', () => {
  it.each(Object.entries(foreignHashes))('%s fits its password and no other', async (_, text) => {
    const { hash } = takenFrom(text)
    expect(takenFrom(hash).hash).toBe(hash)
    expect(hashes.needsRehash(hash)).toBe(true)
    expect(await hashes.verify(hash, foreignPassword)).toBe(true)
    expect(await hashes.verify(hash, `${foreignPassword}x`)).toBe(false)
    expect(await hashes.verify(hash, '')).toBe(false)
  })

  it('ends spaces around it', () => {
    expect(takenFrom(` ${foreignHashes.argon2i}\n`).hash).toBe(foreignHashes.argon2i)
  })
})

/* Guards: `tooCostly` in each format, sizes in `faultOfSizes`. */
describe('a hash that is not taken', () => {
  const sha512 = 'x'.repeat(86)
  const bcrypt = `${'a'.repeat(21)}u${'b'.repeat(31)}`
  const hash = 'A'.repeat(43)
  it.each([
    ['bcrypt', `$2b$15$${bcrypt}`, 'costs too much: cost 15, at most 14'],
    ['bcrypt of Django', `bcrypt_sha256$$2b$31$${bcrypt}`, 'costs too much: cost 31'],
    ['crypt', `$6$rounds=1000001$salt$${sha512}`, 'costs too much: 1000001 rounds'],
    ['PBKDF2', `$pbkdf2-sha256$2000001$c2FsdA$${hash}`, 'costs too much: 2000001 iterations'],
    [
      'PBKDF2 of many blocks',
      `pbkdf2_sha256$2000000$salt$${'A'.repeat(128)}`,
      'costs too much: 2000000 iterations of 3 blocks',
    ],
    ['PBKDF2 in one piece', `{PBKDF2_SHA256}//////${'A'.repeat(426)}`, '4294967295 iterations'],
    ['scrypt by N', `scrypt$4194304$salt$8$1$${hash}`, 'costs too much'],
    ['scrypt by r', `$scrypt$ln=14,r=1024,p=1$c2FsdA$${hash}`, 'costs too much'],
    ['scrypt by p', `$scrypt$ln=1,r=1,p=9$c2FsdA$${hash}`, 'costs too much: parallelism 9'],
    ['argon2 by memory', `$argon2i$v=19$m=262145,t=1,p=1$${'A'.repeat(22)}$${hash}`, 'm=262145'],
    ['argon2 by passes', `$argon2d$v=19$m=64,t=11,p=1$${'A'.repeat(22)}$${hash}`, 't=11'],
    ['argon2 by lanes', `$argon2id$v=19$m=640,t=1,p=9$${'A'.repeat(22)}$${hash}`, 'p=9'],
  ])('costs too much: %s', (_, text, fault) => {
    expect(hashes.takeForeign(text)).toEqual({ fault: expect.stringContaining(fault) })
  })

  it.each([
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'MD5'],
    ['$1$salt$qJH7.N4xYta3aEG/dfqo/0', 'MD5'],
    ['$apr1$salt$qJH7.N4xYta3aEG/dfqo/0', 'MD5'],
    ['{MD5}X03MO1qnZdYdgyfeuILPmQ==', 'MD5'],
    ['$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/', 'MD5'],
    ['$wp$2y$10$salt', 'WordPress'],
    ['$S$5hash', 'Drupal'],
    ['{PBKDF2_SHA256}AAAnEA', 'damaged'],
    ['{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'plain SHA'],
    ['{CLEARTEXT}password', 'no hash at all'],
    ['$y$j9T$salt$hash', 'yescrypt'],
    ['password', 'no password hash of a known format'],
    ['', 'no password hash of a known format'],
    [`{SSHA}${'A'.repeat(27)}=`, 'no salt'],
    ['{SSHA}AAAA', 'unexpected length'],
    ['{SSHA512}!!!!', 'not Base64'],
    ['{SSHA999}AAAA', 'damaged'],
    ['$2b$05$short', 'damaged'],
    [`$2x$05$${bcrypt}`, 'known errors'],
    [`$2b$03$${bcrypt}`, 'does not know'],
    ['$6$rounds=999$salt$x', 'damaged'],
    [`$6$rounds=999$salt$${sha512}`, 'fewer rounds'],
    [`$6$$${sha512}`, 'no salt'],
    ['pbkdf2_sha256$0$salt$AAAAAAAAAAAAAAAAAAAAAA', 'no iterations'],
    ['pbkdf2_md5$1000$salt$AAAAAAAAAAAAAAAAAAAAAA', 'damaged'],
    [`scrypt$1000$salt$8$1$${hash}`, 'does not know'],
    ['AQAAAAEAACcQ', 'damaged'],
    [`AQAAAAEAACcQ/////${'A'.repeat(60)}`, 'damaged'],
    ['{"type":"otp","secretData":"{}"}', 'damaged'],
    ['{"secretData', 'damaged'],
    [
      '{"secretData":"{}","credentialData":"{\\"algorithm\\":\\"own\\"}"}',
      'cannot be imported: own',
    ],
    [`{"a":"${'a'.repeat(5000)}"}`, 'too long'],
  ])('names what is wrong with %s', (text, fault) => {
    expect(hashes.takeForeign(text)).toEqual({ fault: expect.stringContaining(fault) })
  })
})

/* Guard: the dummies in `foreignHashes` (hashes.ts). */
describe('the work of a check', () => {
  const texts = ['bcrypt of PHP', 'PBKDF2 of Keycloak', 'scrypt of Django', 'SHA-512 of crypt(3)']
  const stored = texts.map((name) => takenFrom(foreignHashes[name] ?? ''))
  const kinds = stored.flatMap(({ kind }) => kind ?? [])
  const workOf = async (verify: () => Promise<boolean>) => {
    const before = hashes.computed
    expect(await verify()).toBe(false)
    return hashes.computed - before
  }

  it('is the same for every kind, for own hashes, for none and for unknown users', {
    meta: { covers: ['S29'] },
  }, async () => {
    const own = await hashes.hash('x')
    const salted = takenFrom(foreignHashes.SSHA ?? '').hash
    for (const hash of [own, salted, '', ...stored.map((each) => each.hash)]) {
      expect(await workOf(() => hashes.verify(hash, 'wrong', { kinds }))).toBe(5)
    }
    expect(await workOf(() => hashes.verifyDummy('wrong', { kinds }))).toBe(5)
  })

  it('has for each kind a hash of the same kind that fits nothing', async () => {
    for (const text of Object.values(foreignHashes)) {
      const { kind } = takenFrom(text)
      if (kind === null) continue
      const dummy = dummyOfKind(kind)
      expect(dummy === null ? null : kindOf(dummy)).toBe(kind)
      expect(await hashes.verifyDummy(foreignPassword, { kinds: [kind] })).toBe(false)
    }
  })
})

/* Inputs of Drepper's specification; results of glibc's crypt(3). */
describe('SHA-crypt', () => {
  it.each([
    [
      'sha512',
      5000,
      'saltstring',
      'Hello world!',
      'svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    [
      'sha512',
      10_000,
      'saltstringsaltst',
      'Hello world!',
      'OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
    ],
    ['sha256', 5000, 'saltstring', 'Hello world!', '5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
    [
      'sha256',
      10_000,
      'saltstringsaltst',
      'Hello world!',
      '3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA',
    ],
  ] as const)('makes the hash of %s with %i rounds', (digest, rounds, salt, password, made) => {
    expect(shaCrypt({ digest, rounds, salt, password })).toBe(made)
  })
})
