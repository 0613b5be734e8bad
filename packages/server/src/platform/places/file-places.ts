import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { abort } from '@signet/rules/abort'
import { centreOf } from '@signet/rules/country-centres'
import { LRUCache } from 'lru-cache'
import { Reader } from 'mmdb-lib'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { noPlaces, type Place, type Places, placesBy } from '../places.ts'
import { StartRefused } from '../start-refused.ts'

const checkEveryMillis = 60_000
const mostKept = 10_000

/** What is read of a record; the layout is that of GeoIP2 Country and City. */
const PlaceRecord = z.object({
  country: z.object({
    iso_code: z
      .string()
      .max(2, abort)
      .regex(/^[A-Z]{2}$/),
  }),
  subdivisions: z.array(z.object({ iso_code: z.string() })).optional(),
  city: z.object({ names: z.object({ en: z.string() }) }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
})

/** A location that the file does not tell is the middle of the country. */
const placeIn = (found: unknown): Place | null => {
  const { data } = PlaceRecord.safeParse(found)
  if (data === undefined) return null
  const country = data.country.iso_code
  const at = data.location ?? centreOf(country)
  if (at === null) return null
  const { latitude, longitude } = at
  const region = data.subdivisions?.[0]?.iso_code ?? null
  return { country, region, city: data.city?.names.en ?? null, latitude, longitude }
}

/** A tree of IPv4 addresses alone knows no others. */
const isInTree = ({ metadata }: Reader<never>, family: number): boolean =>
  family === 4 || (family === 6 && metadata.ipVersion === 6)

interface Held {
  readonly reader: Reader<never>
  /** Null for an address that was looked for and is not there. */
  readonly known: LRUCache<string, { readonly place: Place | null }>
  readonly changedAt: number
}

const read = async (file: string): Promise<Held> => {
  const { mtimeMs: changedAt } = await stat(file)
  const reader = new Reader<never>(await readFile(file))
  return { reader, changedAt, known: new LRUCache({ max: mostKept }) }
}

const find = ({ reader, known }: Held, address: string): Place | null => {
  const before = known.get(address)
  if (before !== undefined) return before.place
  const found: unknown = isInTree(reader, isIP(address)) ? reader.get(address) : null
  const place = placeIn(found)
  known.set(address, { place })
  return place
}

/** Looks whether there is a newer file; one that cannot be read leaves the former one in use. */
const renewed = async (held: Held, file: string, log: Log): Promise<Held> => {
  try {
    const { mtimeMs } = await stat(file)
    return mtimeMs === held.changedAt ? held : await read(file)
  } catch (error) {
    log.error({ err: error }, 'the file with places of addresses was not read')
    return held
  }
}

interface Wanted {
  /** A MaxMind DB; null for none. */
  readonly file: string | null
  readonly clock: Clock
  readonly log: Log
}

/**
 * Reads the file whole, and again once it has changed: at the first question a minute or more after
 * the last look.
 * @throws StartRefused when it cannot be read
 */
export const openPlaces = async ({ file, clock, log }: Wanted): Promise<Places> => {
  if (file === null) return noPlaces
  let held = await read(file).catch((cause: unknown) => {
    throw new StartRefused(`SIGNET_PLACES ${file} cannot be read as a MaxMind DB`, cause)
  })
  let checkedAt = clock.now().getTime()
  const renew = async (): Promise<void> => {
    held = await renewed(held, file, log)
  }
  return placesBy((address) => {
    const now = clock.now().getTime()
    if (now - checkedAt >= checkEveryMillis) {
      checkedAt = now
      void renew()
    }
    return address === null ? null : find(held, address)
  })
}
