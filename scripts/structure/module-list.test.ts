import { describe, expect, it } from 'vitest'
import { listedModules, moduleList, moduleListPath } from './module-list.ts'
import { sourceFile } from './source-file.ts'

const server = 'packages/server/src'
const records = [
  sourceFile(`${server}/protocols/oidc/module.ts`, ''),
  sourceFile(`${server}/modules/identity/groups/module.ts`, ''),
  sourceFile(`${server}/modules/provider/subscribers/module.ts`, ''),
  sourceFile(`${server}/modules/tenancy/subscribers/module.ts`, ''),
  sourceFile(`${server}/modules/identity/groups/index.ts`, ''),
]

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

  it('is refused while a record is missing', () => {
    const [first, ...others] = records
    const written = sourceFile(moduleListPath, moduleList(others))
    expect(listedModules([...others, written])).toEqual([])
    expect(listedModules([...(first ? [first] : []), ...others, written])).toHaveLength(1)
  })
})
