import { importedNames } from './imports.ts'
import { type Finding, isProduction, type Rule } from './source-file.ts'

interface Parser {
  readonly specifier: RegExp
  /** Only these names of it read; without them all of it does. */
  readonly names?: RegExp
  /** Where it may be imported, and why its cost is bounded there. */
  readonly places: readonly RegExp[]
}

const readers = /^packages\/server\/src\/platform\/readers\//

/**
 * What takes files of others apart. In `platform/readers` that happens in a thread with a budget; the
 * other places bound what they read before it begins, read what the operator or the service wrote, or
 * are threads themselves.
 */
const parsers: readonly Parser[] = [
  { specifier: /^yauzl$/, places: [readers] },
  // Messages of SAML: 262,144 letters, 20,000 elements, 48 deep.
  { specifier: /^saxes$/, places: [readers, /\/platform\/xml\/(?:tree|bounded-parser)\.ts$/] },
  {
    specifier: /^(?:node:)?zlib$/,
    names: /^(?:create)?(?:un(?:zip|brotli)|gunzip|inflate|brotliDecompress|zstdDecompress)/i,
    places: [
      readers,
      // A message of SAML, to 262,144 bytes.
      /\/platform\/saml\/bindings\.ts$/,
      // What the service itself packed and sealed.
      /\/protocols\/waiting-requests\.ts$/,
      // Files of the operator, from the command line or the archive.
      /\/platform\/db\/backup\/read-backup\.ts$/,
      /\/audit-events\/audit-file\.ts$/,
    ],
  },
  // Pixels by the header first, one at a time, for ten seconds at most.
  { specifier: /^sharp$/, places: [/\/enrollments\/pictures\.ts$/, /\/app\/demo\//] },
  { specifier: /^@resvg\//, places: [/\/drawing\.worker\.ts$/] },
  { specifier: /^zxing-wasm/, places: [/\/print-drawing\.ts$/] },
  // Fonts that come with the service; those of designs are drawn in a thread.
  { specifier: /^fontkit$/, places: [/\/platform\/pdf\//] },
  // Of the operator.
  { specifier: /^mmdb-lib$/, places: [/\/platform\/places\//] },
]

const reads = ({ names }: Parser, imported: readonly string[] | null): boolean =>
  names === undefined || imported === null || imported.some((name) => names.test(name))

/** Files of others are taken apart where that has bounds. */
export const foreignFiles: Rule = (files) =>
  files
    .filter((file) => isProduction(file) && file.path.startsWith('packages/server/src/'))
    .flatMap(({ path, text }): Finding[] =>
      importedNames(text).flatMap(({ specifier, names }) =>
        parsers
          .filter((parser) => parser.specifier.test(specifier))
          .filter((parser) => !parser.places.some((place) => place.test(path)))
          .filter((parser) => reads(parser, names))
          .map(() => ({
            path,
            message: `'${specifier}' takes files of others apart: use platform/readers`,
          })),
      ),
    )
