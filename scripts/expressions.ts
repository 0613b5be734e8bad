import { expressionFindings } from './expressions/findings.ts'
import { readTree } from './structure/read-tree.ts'

const { findings, count } = expressionFindings(readTree(process.cwd()))

for (const { path, message } of findings) console.log(`${path}: ${message}`)
console.log(
  findings.length === 0
    ? `The ${count} regular expressions of production code take linear time.`
    : `${findings.length} faults of regular expressions.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
