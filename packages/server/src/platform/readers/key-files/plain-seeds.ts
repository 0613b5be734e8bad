import type { ImportedToken, Refusal } from './imported-tokens.ts'

/** A token as the simple layouts of makers list it. */
export interface PlainSeed {
  readonly serial: string
  /** Null where it cannot be read. */
  readonly secret: Buffer | null
  readonly token: Pick<ImportedToken, 'algorithmType' | 'assumed'> &
    Partial<Pick<ImportedToken, 'hash' | 'digits' | 'periodSeconds' | 'counter'>>
  readonly manufacturer: string | null
  readonly model: string | null
}

const longestSerial = 64
const longestName = 100

export const hexBytes = (text: string | null): Buffer | null =>
  text !== null && /^(?:[\da-f]{2}){1,128}$/i.test(text) ? Buffer.from(text, 'hex') : null

/** A whole number within bounds; undefined where there is none. */
export const countIn = (text: string | null, most: number): number | undefined => {
  const value = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return value <= most ? value : undefined
}

const isSound = ({ digits = 6, periodSeconds = 30 }: PlainSeed['token']): boolean =>
  digits >= 6 && digits <= 10 && periodSeconds >= 10 && periodSeconds <= 3600

/** Tokens with what is left out filled in; those that cannot be read are refused by their serial. */
export const tokensOf = (seeds: readonly PlainSeed[]) => {
  const tokens: ImportedToken[] = []
  const refused: Refusal[] = []
  for (const { serial, secret, token, manufacturer, model } of seeds) {
    if (serial === '' || serial.length > longestSerial || secret === null || !isSound(token)) {
      refused.push({ serialNumber: serial.slice(0, longestSerial), reason: 'UNSUPPORTED' })
    } else {
      tokens.push({
        hash: 'SHA1',
        digits: 6,
        periodSeconds: 30,
        counter: 0,
        ...token,
        serial,
        suite: null,
        secret,
        pin: null,
        encoding: null,
        manufacturer: manufacturer?.slice(0, longestName) ?? null,
        model: model?.slice(0, longestName) ?? null,
      })
    }
  }
  return { tokens, refused }
}
