import { writeFileSync } from 'node:fs'
import { moduleList, moduleListPath } from './structure/module-list.ts'
import { readTree } from './structure/read-tree.ts'

writeFileSync(moduleListPath, moduleList(readTree(process.cwd())))
