import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where to leave pictures of what is seen, to look at by hand; none are taken without it. */
const folder = process.env.SIGNET_PICTURES

export const arePicturesTaken = folder !== undefined

const fileName = (place: string): string =>
  place.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')

/** A picture of the page as it stands, when somebody wants one. */
export const picture = async (page: Page, place: string, look: string): Promise<void> => {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${fileName(place)}.${look}.png`) })
}

/** Words as long as German ones and Japanese without spaces, in the place of each text. */
const lengthened = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const kept = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.data.trim() === '' || node.parentElement?.closest('script, style') !== null) continue
    kept.push([node, node.data])
  }
  for (const [at, [node, text]] of kept.entries()) {
    const extra = Math.ceil(text.trim().length * 0.4)
    node.data = at % 5 === 4
      ? '利用者の認証方法を設定する画面表示'.repeat(3).slice(0, Math.ceil(text.trim().length * 0.7))
      : text + 'sicherheitsbestimmungsangelegenheiten'.repeat(9).slice(0, extra)
  }
  globalThis.restoreTexts = () => { for (const [node, text] of kept) node.data = text }
})()`

export const picturesOfLongTexts = async (page: Page, place: string): Promise<void> => {
  if (folder === undefined) return
  await page.evaluate(lengthened)
  await picture(page, place, 'long')
  await page.evaluate('globalThis.restoreTexts()')
}
