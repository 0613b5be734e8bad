import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const compressible = /\.(?:js|css|html|json|svg|webmanifest)$/
/** Below one packet compression saves no round trip. */
const smallest = 1000

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path)
  if (content.length < smallest) return
  const [small, smaller] = await Promise.all([
    toGzip(content, { level: 9 }),
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ])
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)])
}

/** Writes a .gz and a .br beside every file, so that the server only picks one. */
export const compressed = (): Plugin => ({
  name: 'signet-compressed',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: async ({ dir }) => {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))),
      )
    },
  },
})
