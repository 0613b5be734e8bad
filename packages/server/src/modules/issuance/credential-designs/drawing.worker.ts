import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { type Design, sideNames } from '@signet/card/document'
import { drawSide, type Panel } from '@signet/card/draw'
import type { Values } from '@signet/card/template'
import { fontUrls } from '@signet/card/text/font-urls'
import { createShaper, type Shaper } from '@signet/card/text/shape'
import { pictureSize } from '../../../platform/picture-size.ts'
import { drawPrint, type Render, type WantedPrint } from './print-drawing.ts'

/** In a thread of its own: whatever is drawn, this can be ended. */

export type Task =
  | {
      readonly kind: 'card'
      readonly design: Design
      readonly values: Values
      readonly panel: Panel
    }
  | { readonly kind: 'svg'; readonly svg: string }
  | ({ readonly kind: 'print' } & WantedPrint)

const shipped = new Map(
  Object.entries(fontUrls).map(([name, url]) => [name, new Uint8Array(readFileSync(url))]),
)
const usual = createShaper(shipped)

const shaperOf = ({ assets }: Design) => {
  const own = assets.filter(({ type }) => type === 'font/ttf')
  if (own.length === 0) return usual
  const files = own.map(
    ({ id, content }) => [id, new Uint8Array(Buffer.from(content, 'base64'))] as const,
  )
  return createShaper(new Map([...files, ...shipped]))
}

/** Letters are outlines already: no font of the machine is looked at. */
const options = { font: { loadSystemFonts: false }, logLevel: 'off' } as const

const png = (svg: string): Uint8Array => new Resvg(svg, options).render().asPng()

/** All pictures of a drawing together: each pixel takes four bytes or more when it is unpacked. */
const mostPixels = 40_000_000

/** Infinite where a picture does not tell. */
const pixelsIn = (svg: string): number =>
  [...svg.matchAll(/ href="([^"]*)"/g)].reduce((sum, [, href = '']) => {
    const size = pictureSize(href)
    return size === null ? Number.POSITIVE_INFINITY : sum + size.width * size.height
  }, 0)

class PicturesRefused extends Error {}
class TooCostly extends Error {}

/**
 * Letters that one task may shape: a text that wraps or shrinks is shaped again for each line and
 * size that is tried. A card of a hundred texts takes an eighth of it.
 */
const mostShaped = 150_000
/** Letters of a drawing as paths, in characters: some 20,000 letters. */
const mostPaths = 8_000_000

const bounded = (shaper: Shaper): Shaper => {
  let shaped = 0
  return {
    heights: (form) => shaper.heights(form),
    outline: (text, form) => {
      shaped += text.length
      if (shaped > mostShaped) throw new TooCostly()
      return shaper.outline(text, form)
    },
  }
}

const withoutPictures = (svg: string): string => svg.replaceAll(/ href="[^"]*"/g, '')

/** Before a native decoder takes memory for them, which has no bound of its own. */
const expectBounded = (svgs: readonly string[]): void => {
  if (svgs.reduce((sum, svg) => sum + pixelsIn(svg), 0) > mostPixels) throw new PicturesRefused()
  const paths = svgs.reduce((sum, svg) => sum + withoutPictures(svg).length, 0)
  if (paths > mostPaths) throw new TooCostly()
}

const card = ({ design, values, panel }: Extract<Task, { kind: 'card' }>) => {
  const shaper = bounded(shaperOf(design))
  const sides = sideNames.filter((side) => design[side] !== null)
  const all = sides.map((side) => ({
    ...drawSide({ design, side, values, shaper, panel }),
    side,
  }))
  expectBounded(all.map(({ svg }) => svg))
  return all.map(({ svg, ...drawn }) => ({ ...drawn, png: png(svg) }))
}

const picture = (svg: string): Uint8Array => {
  expectBounded([svg])
  return png(svg)
}

const render: Render = (svg) => {
  const image = new Resvg(svg, options).render()
  const { width, height } = image
  return { width, height, rgba: image.pixels, png: () => image.asPng() }
}

const done = (task: Task) => {
  switch (task.kind) {
    case 'card':
      return card(task)
    case 'svg':
      return picture(task.svg)
    case 'print':
      return drawPrint(task, { shaper: bounded(shaperOf(task.design)), render, expectBounded })
  }
}

const failed = (error: unknown) => {
  if (error instanceof PicturesRefused) return { refused: 'ISSUANCE_IMAGE_INVALID' }
  if (error instanceof TooCostly) return { refused: 'ISSUANCE_DRAWING_TOO_COSTLY' }
  return { fault: error instanceof Error ? error.message : 'not drawn' }
}

const answer = async (task: Task): Promise<unknown> => {
  try {
    return { done: await done(task) }
  } catch (error) {
    return failed(error)
  }
}

parentPort?.on('message', (task: Task) => {
  void answer(task).then((message) => parentPort?.postMessage(message))
})
