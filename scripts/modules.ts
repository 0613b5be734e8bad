import { writeFileSync } from 'node:fs'
import { readTree } from './structure/read-tree.ts'
import { writtenLists } from './structure/written-lists.ts'

const files = readTree(process.cwd())
const present = new Map(files.map(({ path, text }) => [path, text]))

for (const { path, text } of writtenLists(files)) {
  if (present.get(path) === text) continue
  writeFileSync(path, text)
  console.log(`Updated ${path}.`)
}
