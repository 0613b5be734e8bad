import { z } from 'zod'

/** One value comes alone, several as a list. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), item])
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .catch([])

const words = listOf(z.string())
const word = z.string().catch('')
const count = z.int().catch(0)

/** RFC 8011, section 5.4, and PWG 5100.13: what is asked of a printer. Anything odd is left out. */
const PrinterAttributes = z.object({
  'document-format-supported': words,
  'media-source-supported': words,
  'printer-firmware-string-version': listOf(z.string()),
  'printer-is-accepting-jobs': z.boolean().catch(false),
  'printer-make-and-model': word,
  'printer-state': word,
  'printer-state-reasons': words,
  'printer-supply': words,
  'printer-up-time': count,
  'printer-uuid': word,
  'queued-job-count': count,
})

/** RFC 8011, section 5.3. */
export const JobAttributes = z.object({
  'job-id': count,
  'job-name': word,
  'job-state': word,
  'job-state-reasons': words,
})
export type JobAttributes = z.output<typeof JobAttributes>

export const IppAnswer = z.object({
  statusCode: z.string(),
  'printer-attributes-tag': PrinterAttributes.optional().catch(undefined),
  'job-attributes-tag': listOf(JobAttributes),
})
export type IppAnswer = z.output<typeof IppAnswer>

export interface Supply {
  readonly name: string
  /** Per cent that is left, or for a bin that is full; null where the printer does not say. */
  readonly level: number | null
  readonly isConsumed: boolean
}

const partsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(';')
      .map((part) => part.split('='))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()] as const),
  )

const mostSupplies = 20
const longestName = 60

/** One supply in the words of the Printer MIB (PWG 5100.13, section 5.6.36). */
const supplyOf = (text: string): Supply => {
  const parts = partsOf(text)
  const [type = '', colour = ''] = [parts.get('type'), parts.get('colorantname')]
  const [level, capacity] = [Number(parts.get('level')), Number(parts.get('maxcapacity'))]
  const named = colour === '' || colour === 'unknown' ? type : `${type} ${colour}`
  const isKnown = level >= 0 && capacity > 0 && level <= capacity && Number.isSafeInteger(capacity)
  return {
    name: named.slice(0, longestName),
    level: isKnown ? Math.round((100 * level) / capacity) : null,
    isConsumed: parts.get('class') !== 'receptacleThatIsFilled',
  }
}

export const suppliesOf = (texts: readonly string[]): readonly Supply[] =>
  texts.slice(0, mostSupplies).map(supplyOf)

const uuid = /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Null where the printer gives none. */
export const uuidOf = (urn: string): string | null => uuid.exec(urn)?.[1]?.toLowerCase() ?? null
