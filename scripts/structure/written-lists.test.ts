import { describe, expect, it } from 'vitest'
import { check, pathsAtFault } from '../testing/structure.ts'
import { featureList } from './feature-list.ts'
import { moduleList, moduleListPath } from './module-list.ts'
import { phraseLists } from './phrase-lists.ts'
import { sourceFile } from './source-file.ts'
import { tableList } from './table-list.ts'
import { listsAreCurrent, writtenLists } from './written-lists.ts'

const server = 'packages/server/src'
const records = [
  sourceFile(`${server}/protocols/oidc/module.ts`, ''),
  sourceFile(`${server}/modules/identity/groups/module.ts`, ''),
  sourceFile(`${server}/modules/provider/subscribers/module.ts`, ''),
  sourceFile(`${server}/modules/tenancy/subscribers/module.ts`, ''),
  sourceFile(`${server}/modules/identity/groups/index.ts`, ''),
]

const feature = (path: string, text: string) =>
  sourceFile(`packages/console/src/features/${path}.screens.ts`, text)

describe('the list of modules', () => {
  it('lists every record by area, from the ground up', () => {
    expect(moduleList(records)).toContain(
      [
        '  tenancy: [tenancySubscribersModule],',
        '  identity: [groupsModule],',
        '  provider: [providerSubscribersModule],',
        '  protocols: [oidcModule],',
      ].join('\n'),
    )
  })
})

describe('the list of features', () => {
  it('has the order that the features say, and by path those that say none', () => {
    const list = featureList([
      feature('a/c/c', 'export const cFeature: Feature = {\n  screens: [],\n}\n'),
      feature('a/b/b', 'export const bFeature: Feature = { screens }\n'),
      feature('a/a/a', 'export const aFeature: Feature = { order: 20, screens }\n'),
      feature('z/z/z', 'export const zFeature: Feature = {\n  order: 10,\n  screens: [],\n}\n'),
      sourceFile('packages/console/src/features/a/a/APage.tsx', ''),
    ])
    expect(list).toContain('= [\n  zFeature,\n  aFeature,\n  bFeature,\n  cFeature,\n]')
    expect(list).toContain("import { zFeature } from './features/z/z/z.screens.ts'")
  })
})

describe('the list of tables', () => {
  it('joins those of every file, and keeps those outside the policies apart', () => {
    const folder = `${server}/platform/db/schema`
    const list = tableList([
      sourceFile(`${folder}/keys-of.ts`, 'export interface KeysOfTables {}\n'),
      sourceFile(
        `${folder}/keys.ts`,
        'export interface KeysTables {}\nexport interface KeysSystemTables {}\n',
      ),
      sourceFile(`${folder}/columns.ts`, 'export interface Column {}\n'),
    ])
    expect(list).toContain(
      [
        "import type { KeysSystemTables, KeysTables } from './schema/keys.ts'",
        "import type { KeysOfTables } from './schema/keys-of.ts'",
      ].join('\n'),
    )
    expect(list).toContain('export interface Tables extends KeysTables, KeysOfTables {}')
    expect(list).toContain('export interface SystemTables extends KeysSystemTables {}')
  })
})

describe('the lists of texts', () => {
  it('name each file of a namespace, and none of errors', () => {
    const folder = 'packages/phrases/src/en'
    const [common, settings, ...others] = phraseLists([
      sourceFile(`${folder}/common/form.json`, ''),
      sourceFile(`${folder}/common/sign-in.json`, ''),
      sourceFile(`${folder}/common/actions.json`, ''),
      sourceFile(`${folder}/restApiErrors/general.json`, ''),
      sourceFile(`${folder}/settings.ts`, ''),
    ])
    expect(common?.path).toBe(`${folder}/common.ts`)
    expect(common?.text).toContain("import type actions from './common/actions.json'")
    expect(common?.text).toContain(
      "export interface Common {\n  actions: typeof actions\n  form: typeof form\n  'sign-in': typeof signIn\n}",
    )
    expect(settings?.text).toContain('export type Settings = Record<never, never>')
    expect(others).toEqual([])
  })
})

describe('a list', () => {
  it('is refused while one of its files is missing', () => {
    const [first, ...others] = records
    const written = sourceFile(moduleListPath, moduleList(others))
    expect(listsAreCurrent([...others, written])).toEqual([])
    expect(listsAreCurrent([...(first ? [first] : []), ...others, written])).toHaveLength(1)
  })

  it('is refused where it was edited by hand, whichever it is', () => {
    const paths = writtenLists([]).map(({ path }) => path)
    const edited = Object.fromEntries(paths.map((path) => [path, 'export {}\n']))
    expect(paths).toHaveLength(3)
    expect(pathsAtFault(listsAreCurrent, edited)).toEqual(paths)
    const texts = { 'packages/phrases/src/en/common.ts': 'export {}\n' }
    expect(check(listsAreCurrent, texts)).toHaveLength(1)
  })
})
