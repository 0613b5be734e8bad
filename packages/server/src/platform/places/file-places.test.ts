import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mmdbOf } from '../../../testing/mmdb.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createLog } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import { openPlaces } from './file-places.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
})
afterAll(() => rm(folder, { recursive: true }))

const log = createLog({ level: 'silent' })
const clock = createTestClock()
const country = (iso: string) => ({ country: { iso_code: iso, names: { en: iso } } })
const bern = {
  ...country('CH'),
  subdivisions: [{ iso_code: 'BE', names: { en: 'Bern' } }],
  city: { names: { de: 'Bern', en: 'Berne' } },
  location: { latitude: 46.9481, longitude: 7.4474 },
}

let made = 0
const written = async (content: Buffer): Promise<string> => {
  made += 1
  const file = join(folder, `${made}.mmdb`)
  await writeFile(file, content)
  return file
}
const opened = async (records: Parameters<typeof mmdbOf>[0]) =>
  openPlaces({ file: await written(mmdbOf(records)), clock, log })

describe('the place of an address', () => {
  it('has country, region, city and coordinates as far as the file tells them', async () => {
    const places = await opened({ '84.20.0.0/16': bern, '2a02:1200::/28': country('CH') })
    expect(places.placeOf('84.20.3.4')).toEqual({
      country: 'CH',
      region: 'BE',
      city: 'Berne',
      latitude: 46.9481,
      longitude: 7.4474,
    })
    expect(places.placeOf('2a02:1201::7')).toEqual({
      country: 'CH',
      region: null,
      city: null,
      latitude: 46.8,
      longitude: 8.2,
    })
  })

  it('is unknown for private addresses, for others that are not there, and for none', async () => {
    const places = await opened({ '84.20.0.0/16': bern, '9.0.0.0/8': { city: { names: {} } } })
    expect(places.areKnown).toBe(true)
    for (const address of ['10.1.2.3', '127.0.0.1', '::1', '84.21.0.1', '9.9.9.9', 'text', null]) {
      expect(places.placeOf(address), `${address}`).toBeNull()
    }
  })

  it('is never known without a file', async () => {
    const places = await openPlaces({ file: null, clock, log })
    expect(places.areKnown).toBe(false)
    expect(places.placeOf('84.20.3.4')).toBeNull()
  })
})

describe('the file', () => {
  const countryOf = async (places: Awaited<ReturnType<typeof opened>>) => {
    clock.advance(60_000)
    return places.placeOf('84.20.3.4')?.country
  }

  it('refuses the start when it is none', async () => {
    const file = await written(Buffer.from('no places'))
    await expect(openPlaces({ file, clock, log })).rejects.toThrow(StartRefused)
    await expect(openPlaces({ file: join(folder, 'none'), clock, log })).rejects.toThrow(
      'SIGNET_PLACES',
    )
  })

  it('is read again once it has changed, and the former one stays while it is broken', async () => {
    const file = await written(mmdbOf({ '84.20.0.0/16': country('CH') }))
    const places = await openPlaces({ file, clock, log })
    expect(await countryOf(places)).toBe('CH')
    await writeFile(file, 'broken')
    await utimes(file, 1, 1)
    expect(await countryOf(places)).toBe('CH')
    await writeFile(file, mmdbOf({ '84.20.0.0/16': country('LI') }))
    await utimes(file, 2, 2)
    await expect.poll(() => countryOf(places)).toBe('LI')
  })
})
