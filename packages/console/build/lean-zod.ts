import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Every zod schema carries the way to its JSON Schema, which the OpenAPI documents are written
 * with. No browser asks for one, and it is a fifth of what the contract loads.
 */
const document = /\/zod\/v4\/core\/to-json-schema\.js$/
const processors = /\/zod\/v4\/core\/json-schema-processors\.js$/

const exportedName = /^export (?:const|(?:async )?function) (\w+)/gm
const processor = /^export const (\w+Processor) = [^\n]*=> \{\n[\s\S]*?^\};$/gm

const emptied = (source: string): string =>
  [...source.matchAll(exportedName)].map(([, name]) => `export const ${name} = () => {}`).join('\n')

/** What else stands in the file counts the checks of a schema, which forms read. */
const withoutProcessors = (source: string): string =>
  source.replaceAll(processor, 'export const $1 = () => {};')

/** Leaves JSON Schemas out of the build; ends it when zod no longer looks as this expects. */
export const leanZod = (): Plugin => ({
  name: 'signet-lean-zod',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const change = document.test(id) ? emptied : processors.test(id) ? withoutProcessors : null
    if (change === null) return null
    const source = readFileSync(id, 'utf8')
    const less = change(source)
    if (less.length * 2 > source.length) throw new Error(`${id} is not what lean-zod expects`)
    return less
  },
})
