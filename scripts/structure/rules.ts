import { fileBudgets, kitBudgetHolds } from './budgets.ts'
import { carriedCatalogue } from './catalogue.ts'
import { consoleHouse } from './console-floors.ts'
import { contractHouse } from './contract-floors.ts'
import { noCycles } from './cycles.ts'
import { declaredDependencies } from './dependencies.ts'
import { duplicationBudget } from './duplication.ts'
import { foreignFiles } from './foreign-files.ts'
import { framedScreens } from './framed-screens.ts'
import { lengthsEndChecks } from './lengths.ts'
import { menuDeletions } from './menu-deletions.ts'
import { barrels, fileNames, jsxInFaces } from './names.ts'
import { packageFloors } from './packages.ts'
import { importsNameFiles } from './paths.ts'
import { scaffolding } from './scaffolding.ts'
import { serverHouse } from './server-floors.ts'
import { shownFailures } from './shown-failures.ts'
import type { Rule } from './source-file.ts'
import { unusedExports } from './unused-exports.ts'
import { forbiddenWords } from './words.ts'
import { listsAreCurrent } from './written-lists.ts'

export const rules: readonly Rule[] = [
  importsNameFiles,
  packageFloors,
  scaffolding,
  declaredDependencies,
  serverHouse,
  listsAreCurrent,
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
  carriedCatalogue,
  shownFailures,
  framedScreens,
  menuDeletions,
]
