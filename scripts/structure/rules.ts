import { fileBudgets, kitBudgetHolds } from './budgets.ts'
import { consoleHouse } from './console-floors.ts'
import { contractHouse } from './contract-floors.ts'
import { noCycles } from './cycles.ts'
import { declaredDependencies } from './dependencies.ts'
import { duplicationBudget } from './duplication.ts'
import { foreignFiles } from './foreign-files.ts'
import { lengthsEndChecks } from './lengths.ts'
import { listedModules } from './module-list.ts'
import { barrels, fileNames, jsxInFaces } from './names.ts'
import { packageFloors } from './packages.ts'
import { importsNameFiles } from './paths.ts'
import { scaffolding } from './scaffolding.ts'
import { serverHouse } from './server-floors.ts'
import { shownFailures } from './shown-failures.ts'
import type { Rule } from './source-file.ts'
import { unusedExports } from './unused-exports.ts'
import { forbiddenWords } from './words.ts'

export const rules: readonly Rule[] = [
  importsNameFiles,
  packageFloors,
  scaffolding,
  declaredDependencies,
  serverHouse,
  listedModules,
  foreignFiles,
  contractHouse,
  consoleHouse,
  noCycles,
  barrels,
  fileNames,
  jsxInFaces,
  fileBudgets,
  kitBudgetHolds,
  duplicationBudget,
  forbiddenWords,
  lengthsEndChecks,
  unusedExports,
  shownFailures,
]
