import { drawSide } from '@signet/card/draw'
import { shaper } from '@signet/card/testing/fonts'
import { richCard, richValues } from '@signet/card/testing/rich-card'
import { drawCard } from '@signet/server/modules/issuance/credential-designs/drawing-thread'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'

/* What Chromium shows of a card is what the service prints. */

let page: Page
beforeAll(async () => {
  const browser = await sharedBrowser()
  page = await browser.newPage({ viewport: { width: 1011, height: 638 } })
})
afterAll(() => page?.close())

/** What is drawn counts here, not how long it takes. */
const patienceMillis = 120_000

/** A face as a camera gives it: soft colours, hard edges. */
const portrait = `<svg xmlns="http://www.w3.org/2000/svg" width="750" height="1000">
  <radialGradient id="skin"><stop stop-color="#f2c9a0"/><stop offset="1" stop-color="#7a4a28"/></radialGradient>
  <rect width="750" height="1000" fill="#9fb6c9"/><ellipse cx="375" cy="430" rx="220" ry="290" fill="url(#skin)"/>
  <rect x="150" y="760" width="450" height="240" fill="#223"/><circle cx="300" cy="400" r="24"/><circle cx="450" cy="400" r="24"/></svg>`

const values = async () => {
  const photo = await sharp(Buffer.from(portrait)).jpeg({ quality: 85 }).toBuffer()
  return richValues(`data:image/jpeg;base64,${photo.toString('base64')}`)
}

const pixelsOf = (png: Uint8Array) =>
  sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

const shownByChromium = async (svg: string): Promise<Uint8Array> => {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(
    `<body style="margin:0"><img alt="" style="display:block" src="${address}">`,
  )
  await page.evaluate('document.images[0].decode()')
  return page.screenshot()
}

/** The share of pixels that differ; those that only smooth an edge do not count. */
const shareThatDiffers = async (one: Uint8Array, other: Uint8Array): Promise<number> => {
  const [{ data, info }, { data: second }] = [await pixelsOf(one), await pixelsOf(other)]
  const { width, height } = info
  return pixelmatch(data, second, undefined, width, height) / (width * height)
}

it('a card with photo, five scripts and two barcodes differs in at most 0.05 % of its pixels', async () => {
  const [design, filled] = [richCard(), await values()]
  const printed = await drawCard('a', { design, values: filled, panel: 'ALL' }, patienceMillis)
  expect(printed.map(({ side }) => side)).toEqual(['front', 'back'])
  for (const { side, png, problems } of printed) {
    const { svg } = drawSide({ design, side, values: filled, shaper, panel: 'ALL' })
    const shown = await shownByChromium(svg)
    expect([side, problems]).toEqual([side, []])
    expect(await shareThatDiffers(png, shown)).toBeLessThanOrEqual(0.0005)
    // Another person’s card is told apart: the measure is not blind.
    const other = drawSide({ design, side, values: { ...filled, 'Student number': 'S-9' }, shaper })
    expect(await shareThatDiffers(png, await shownByChromium(other.svg))).toBeGreaterThan(0.0005)
  }
})

it('is printed to the same bytes each time', async () => {
  const wanted = { design: richCard(), values: await values(), panel: 'ALL' } as const
  const first = await drawCard('a', wanted, patienceMillis)
  const again = await drawCard('b', wanted, patienceMillis)
  expect(again.map(({ png }) => Buffer.from(png))).toEqual(first.map(({ png }) => Buffer.from(png)))
})
