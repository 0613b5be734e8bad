import type { Design } from '@signet/card/document'
import { type Drawn, drawSide, type SideToDraw } from '@signet/card/draw'
import { fontUrls } from '@signet/card/text/font-urls'
import { fontsFor, type ShippedFont } from '@signet/card/text/fonts'
import { createShaper, type Shaper } from '@signet/card/text/shape'

const loading = new Map<ShippedFont, Promise<Uint8Array>>()

const load = (name: ShippedFont): Promise<Uint8Array> => {
  const begun = loading.get(name)
  if (begun !== undefined) return begun
  const bytes = fetch(fontUrls[name]).then(async (response) => {
    if (!response.ok) throw new Error(`${name} is not there: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  })
  bytes.catch(() => loading.delete(name))
  loading.set(name, bytes)
  return bytes
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** All that may stand on the card: the texts of the design and of its holder. */
const lettersOf = (design: Design, values: SideToDraw['values']): string =>
  [
    JSON.stringify([design.front.shapes, design.back?.shapes]),
    ...Object.values(values).filter((value) => !value.startsWith('data:')),
  ].join('')

/** A shaper with the fonts that this design and these values need. */
const loadShaper = async (design: Design, values: SideToDraw['values']): Promise<Shaper> => {
  const letters = lettersOf(design, values)
  const names = new Set([...fontsFor(letters, false), ...fontsFor(letters, true)])
  const shipped = await Promise.all(
    [...names].map(async (name) => [name, await load(name)] as const),
  )
  const own = design.assets
    .filter(({ type }) => type === 'font/ttf')
    .map(({ id, content }) => [id, bytesOf(content)] as const)
  return createShaper(new Map<string, Uint8Array>([...own, ...shipped]))
}

/** A side with the fonts that it needs. */
export const draw = async (wanted: Omit<SideToDraw, 'shaper'>): Promise<Drawn> =>
  drawSide({ ...wanted, shaper: await loadShaper(wanted.design, wanted.values) })
