import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of the grid that `ui/Table.tsx` turns off: its own footer, menus, toolbar, filter and
 * column panels, editors of cells and rows, groups of columns and exports. The grid would bring them along all the same, a tenth
 * of what a list loads.
 */
const unusedParts = [
  /components\/panel\/filterPanel\/GridFilter(?:Form|Panel)Base/,
  /components\/panel\/filterPanel\/GridFilterInput\w+/,
  /components\/columnsManagement\/Grid\w+/,
  /components\/toolbar(?:V8)?\/(?!index)\w+/,
  /components\/quickFilter\/(?!index)\w+/,
  /components\/menu\/columnMenu\/(?:menuItems\/)?GridColumnMenu\w+/,
  /components\/cell\/Grid(?:Edit\w+|LongText|Actions)Cell/,
  /hooks\/features\/export\/useGrid(?:Print|Csv)Export/,
  /hooks\/features\/clipboard\/useGridClipboard/,
  /hooks\/features\/editing\/useGridRowEditing/,
  /components\/columnHeaders\/GridColumnGroupHeader/,
]

/** Controls that only those parts draw. */
const unusedControls: ReadonlySet<string> = new Set([
  'Autocomplete',
  'Badge',
  'Chip',
  'FormControl',
  'FormControlLabel',
  'InputLabel',
  'ListItemIcon',
  'ListItemText',
  'MenuItem',
  'MenuList',
  'Select',
  'Switch',
  'Tab',
  'TablePagination',
  'Tabs',
  'TextField',
  'ToggleButton',
])

const control = '\0signet-unused-grid-control'
const controlSource = `export default () => null
export const formControlLabelClasses = {}
export const listItemTextClasses = {}
export const tablePaginationClasses = {}`
const controlImporter = /@mui\/x-data-grid\/material\/index\.m?js$/

const isUnusedPart = (id: string): boolean =>
  id.includes('/@mui/x-data-grid/') &&
  unusedParts.some((part) => new RegExp(`${part.source}\\.mjs$`).test(id))

/** A module that exports the same names, none of which does anything. */
const emptied = (source: string): string => {
  const names = new Set<string>()
  for (const [, name] of source.matchAll(/^export (?:const|function) (\w+)/gm)) {
    if (name !== undefined) names.add(name)
  }
  for (const [, list = ''] of source.matchAll(/^export \{([^}]*)\};?$/gm)) {
    for (const entry of list.split(','))
      names.add(
        entry
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
      )
  }
  names.delete('')
  return [...names].map((name) => `export const ${name} = () => null`).join('\n')
}

/** Leaves what is turned off out of the build. */
export const leanGrid = (): Plugin => ({
  name: 'signet-lean-grid',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, from) {
    const name = /^@mui\/material\/(\w+)$/.exec(source)?.[1]
    const isUnused = name !== undefined && unusedControls.has(name)
    return isUnused && controlImporter.test(from ?? '') ? control : null
  },
  load(id) {
    if (id === control) return controlSource
    return isUnusedPart(id) ? emptied(readFileSync(id, 'utf8')) : null
  },
})
