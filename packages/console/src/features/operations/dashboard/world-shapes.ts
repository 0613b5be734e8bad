import { feature } from 'topojson-client'
import topology from 'world-atlas/countries-110m.json'

interface CountryShape {
  /** ISO 3166-1 alpha-2; null for places that have none. */
  readonly country: string | null
  /** The data of an SVG path. */
  readonly path: string
}

type Position = readonly number[]

const radians = Math.PI / 180
const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796]
const half = Math.sqrt(3) / 2
/** Units of the drawing for each radian of the projection. */
const scale = 180

/** Equal Earth: areas are true (Šavrič, Patterson and Jenny, 2018). Degrees east and north. */
export const project = ([east = 0, north = 0]: Position): readonly [x: number, y: number] => {
  const at = Math.asin(half * Math.sin(north * radians))
  const square = at * at
  const sixth = square * square * square
  const width = half * (a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square))
  const height = at * (a1 + a2 * square + sixth * (a3 + a4 * square))
  return [(scale * east * radians * Math.cos(at)) / width, -scale * height]
}

/** A border that crosses the 180th meridian goes on beyond it, where the drawing ends. */
const unbroken = (ring: readonly Position[]): readonly Position[] => {
  let before = ring[0]?.[0] ?? 0
  return ring.map(([east = 0, north = 0]) => {
    before = east + 360 * Math.round((before - east) / 360)
    return [before, north]
  })
}

const pathOf = (rings: readonly (readonly Position[])[]): string =>
  rings
    .map((ring) => {
      const points = unbroken(ring).map((position) =>
        project(position)
          .map((at) => at.toFixed(1))
          .join(' '),
      )
      return `M${points.join('L')}Z`
    })
    .join('')

type World = Parameters<typeof feature>[0]

const isWorld = (value: unknown): value is World => Object(value).type === 'Topology'

/** ISO 3166-1 numeric to alpha-2: a region of digits has its letters as canonical form (UTS 35). */
const letters = (id: unknown): string | null => {
  const { region } = new Intl.Locale(`und-${String(id ?? '001').padStart(3, '0')}`)
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null
}

const kosovo = 'Kosovo'
const codeOf = (id: unknown, properties: unknown): string | null =>
  Object(properties).name === kosovo ? 'XK' : letters(id)

const shapesOf = (world: unknown): readonly CountryShape[] => {
  const countries = isWorld(world) ? world.objects.countries : undefined
  const found = isWorld(world) && countries !== undefined ? feature(world, countries) : null
  if (found === null || !('features' in found)) throw new Error('the world has no countries')
  return found.features.flatMap(({ id, geometry, properties }) => {
    const country = codeOf(id, properties)
    if (country === 'AQ') return []
    if (geometry.type === 'Polygon') return [{ country, path: pathOf(geometry.coordinates) }]
    if (geometry.type !== 'MultiPolygon') return []
    return [{ country, path: geometry.coordinates.map(pathOf).join('') }]
  })
}

/** Countries without Antarctica (Natural Earth, 1:110 million). */
export const countryShapes = shapesOf(topology)
