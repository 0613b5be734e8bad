import { readFileSync } from 'node:fs'
import { fontUrls } from '../src/text/font-urls.ts'
import { createShaper, type FontFiles, type Shaper } from '../src/text/shape.ts'

/** The shipped fonts as files of this checkout. */
const fontFiles: FontFiles = new Map(
  Object.entries(fontUrls).map(([name, url]) => [name, new Uint8Array(readFileSync(url))]),
)

export const shaper: Shaper = createShaper(fontFiles)
