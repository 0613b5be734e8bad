import { readFileSync, writeFileSync } from 'node:fs'
import { coveringTests } from './coverage/covers.ts'
import { coveragePages } from './coverage/pages.ts'
import { readPromises } from './coverage/promises.ts'

for (const { path, text } of coveragePages(readPromises(), coveringTests())) {
  if (readFileSync(path, 'utf8') === text) continue
  writeFileSync(path, text)
  console.log(`${path} was out of date and is written anew.`)
}
