import { code39, code128, type DrawingContext, ean13, pdf417, qrcode } from 'bwip-js/generic'
import type { DrawnFormat } from '../shapes/barcode.ts'
import { type Reason, reasonAgainst } from './reason.ts'

/** A symbol in modules: the narrowest bar, or one square, is 1 wide. */
export interface Symbol {
  readonly width: number
  /** Null for bars alone: they are as high as there is room. */
  readonly height: number | null
  /** Path of the dark parts; bars reach from 0 to 1. */
  readonly path: string
  /** Modules that stay empty at each edge. */
  readonly quiet: number
  /** The value as it stands in letters, its check digit included. */
  readonly text: string
}

type Encoded =
  | { readonly symbol: Symbol; readonly reason: null }
  | { readonly symbol: null; readonly reason: Reason }

interface Drawn {
  readonly width: number
  readonly height: number
  readonly bars: readonly (readonly [left: number, width: number])[]
  readonly polygons: readonly (readonly (readonly [number, number])[])[]
}

const size = { width: 0, ascent: 0, descent: 0 }

/** Keeps what the library draws, one unit a module. */
const collector = (): DrawingContext<Drawn> => {
  const bars: [number, number][] = []
  const polygons: [number, number][][] = []
  let [width, height] = [0, 0]
  return {
    scale: () => [1, 1],
    measure: () => size,
    init: (w, h) => {
      width = w
      height = h
    },
    // The middle of a bar of an odd width is told half a unit to the right.
    line: (...[x0, , , , thick]) => bars.push([Math.floor(x0 - thick / 2), thick]),
    polygon: (points) => polygons.push(points),
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => ({ width, height, bars, polygons }),
  }
}

/** GS1 and ISO/IEC 15417, 16388, 15438, 18004 ask for these margins at least. */
const quietModules: Readonly<Record<DrawnFormat, number>> = {
  CODE128: 10,
  'CODE 39': 10,
  'EAN 13': 11,
  PDF417: 2,
  'QR Code': 4,
}

const beyondLatin = /[^\u0000-\u007f]/

/** Says that the bytes are UTF-8, or a reader takes them for Latin letters. */
const utf8 = (value: string): { text: string; parsefnc?: true } =>
  beyondLatin.test(value)
    ? { text: `^ECI000026${value.replaceAll('^', '^^')}`, parsefnc: true }
    : { text: value }

/** The library’s types name only what all symbols share. */
const pdf417Options = { columns: 0, rowmult: 3 }
const qrOptions = { eclevel: 'M' }

const draw: Readonly<Record<DrawnFormat, (value: string) => Drawn>> = {
  CODE128: (text) => code128({ bcid: 'code128', text }, collector()),
  'CODE 39': (text) => code39({ bcid: 'code39', text }, collector()),
  'EAN 13': (text) => ean13({ bcid: 'ean13', text }, collector()),
  PDF417: (value) => pdf417({ bcid: 'pdf417', ...utf8(value), ...pdf417Options }, collector()),
  'QR Code': (value) => qrcode({ bcid: 'qrcode', ...utf8(value), ...qrOptions }, collector()),
}

const pathOfBars = (bars: Drawn['bars'], from: number): string =>
  bars.map(([left, width]) => `M${left - from} 0h${width}v1h${-width}z`).join('')

const pathOfPolygons = (polygons: Drawn['polygons']): string =>
  polygons.map((points) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`).join('')

const symbolOf = (format: DrawnFormat, value: string): Symbol => {
  const { width, height, bars, polygons } = draw[format](value)
  const quiet = quietModules[format]
  if (polygons.length > 0)
    return { width, height, path: pathOfPolygons(polygons), quiet, text: value }
  const from = Math.min(...bars.map(([left]) => left))
  const to = Math.max(...bars.map(([left, thick]) => left + thick))
  return { width: to - from, height: null, path: pathOfBars(bars, from), quiet, text: value }
}

/** The symbol of a value, or the exact reason why there is none. */
export const encode = (format: DrawnFormat, value: string): Encoded => {
  const reason = reasonAgainst(format, value)
  if (reason !== null) return { symbol: null, reason }
  try {
    return { symbol: symbolOf(format, value), reason: null }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'no symbol'
    return { symbol: null, reason: { code: 'REFUSED', message: message.slice(0, 200) } }
  }
}
