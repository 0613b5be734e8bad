import { expect, test } from 'vitest'
import { plans, type Suite } from './suites.ts'
import { allTestFiles, filesOf, longFiles, projectFiles } from './test-files.ts'

test('every test file of the checkout belongs to a suite', () => {
  const inSuites = new Set(filesOf(Object.keys(projectFiles)))
  expect(allTestFiles().filter((file) => !inSuites.has(file))).toEqual([])
})

test('what begins first is in the checkout', () => {
  const files = allTestFiles()
  expect(longFiles.filter((file) => !files.includes(file))).toEqual([])
})

test('tests of the embedded database alone stay out of the PostgreSQL suite', () => {
  const server = filesOf(['server'])
  expect(server.filter((file) => file.includes('.embedded.'))).toEqual([])
  expect(filesOf(['embedded']).length).toBeGreaterThan(0)
})

test('suites that run some files alone name files of their projects', () => {
  const suites: readonly Suite[] = plans.all
  const strays = suites.flatMap((suite) => {
    if (suite.kind !== 'vitest') return []
    const own = filesOf(suite.projects)
    return (suite.files ?? []).filter((file) => !own.includes(file))
  })
  expect(strays).toEqual([])
})

test('every suite of the default plan may be run by its name', () => {
  const known = plans.all.map(({ name }) => name)
  expect(new Set(known).size).toBe(known.length)
  expect(plans.full.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})
