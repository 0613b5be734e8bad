import type { AssumedPart } from './imported-tokens.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { KeyFile } from './key-file-layouts.ts'
import { countIn, hexBytes, type PlainSeed, tokensOf } from './plain-seeds.ts'

const idField = 'sccAuthenticatorId'
const headLength = 2000
/** More than a key file may have. */
const mostRecords = 100_000

/** Whether a text is a list of SafeWord records, as SafeNet ships eToken PASS with. */
export const isSafeWord = (text: string): boolean => {
  const head = text.slice(0, headLength)
  return !head.trimStart().startsWith('<') && head.includes(`${idField}:`)
}

type Fields = ReadonlyMap<string, string>

const fieldsOf = (lines: readonly string[], separator: string): Fields =>
  new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(separator)
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )

const modes: ReadonlyMap<string, 'OATH_TOTP' | 'OATH_HOTP'> = new Map([
  ['T', 'OATH_TOTP'],
  ['E', 'OATH_HOTP'],
])

/** `sccKey=…;sccMode=T;sccPwLen=6;sccTick=30;` Of another mode, as for challenges, it is not read. */
const seedOf = (record: Fields): PlainSeed => {
  const parts = fieldsOf((record.get('sccTokenData') ?? '').split(';'), '=')
  const named = modes.get((parts.get('sccMode') ?? '').toUpperCase())
  const algorithmType = named ?? (parts.has('sccTick') ? 'OATH_TOTP' : 'OATH_HOTP')
  const isTimed = algorithmType === 'OATH_TOTP'
  const digits = countIn(parts.get('sccPwLen') ?? null, 10)
  const period = isTimed ? countIn(parts.get('sccTick') ?? null, 3600) : undefined
  const assumed: AssumedPart[] = ['hash']
  if (!parts.has('sccMode')) assumed.push('algorithmType')
  if (digits === undefined) assumed.push('digits')
  if (isTimed && period === undefined) assumed.push('periodSeconds')
  if (!isTimed) assumed.push('counter')
  const isRead =
    (named !== undefined || !parts.has('sccMode')) &&
    (digits !== undefined || !parts.has('sccPwLen')) &&
    (!isTimed || period !== undefined || !parts.has('sccTick'))
  return {
    serial: record.get(idField) ?? '',
    secret: isRead ? hexBytes(parts.get('sccKey') ?? null) : null,
    token: {
      algorithmType,
      ...(digits === undefined ? {} : { digits }),
      ...(period === undefined ? {} : { periodSeconds: period }),
      assumed,
    },
    manufacturer: 'SafeNet',
    model: record.get('sccTokenType') ?? null,
  }
}

/** Records with an empty line between them. @throws KeyFileFault */
export const readSafeWord = (text: string): KeyFile => {
  const seeds: PlainSeed[] = []
  let lines: string[] = []
  const end = (): void => {
    const record = fieldsOf(lines, ':')
    if (record.has(idField)) seeds.push(seedOf(record))
    if (seeds.length > mostRecords) throw new KeyFileFault('TOO_LARGE')
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') end()
    else if (!line.startsWith('#')) lines.push(line)
  }
  end()
  return { layout: 'SAFEWORD', ...tokensOf(seeds) }
}
