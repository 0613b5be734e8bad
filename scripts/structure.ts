import { readTree } from './structure/read-tree.ts'
import { rules } from './structure/rules.ts'

const files = readTree(process.cwd())
const findings = rules.flatMap((rule) => rule(files))

for (const { path, message } of findings) console.log(`${path}: ${message}`)
console.log(
  findings.length === 0
    ? `The structure of ${files.length} files holds.`
    : `${findings.length} breaks of the structure rules.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
