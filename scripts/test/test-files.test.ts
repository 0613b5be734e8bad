import { expect, test } from 'vitest'
import { allTestFiles, filesOf, projectFiles } from './test-files.ts'

test('every test file of the checkout belongs to a suite', () => {
  const inSuites = new Set(filesOf(Object.keys(projectFiles)))
  expect(allTestFiles().filter((file) => !inSuites.has(file))).toEqual([])
})

test('tests of the embedded database alone stay out of the PostgreSQL suite', () => {
  const server = filesOf(['server'])
  expect(server.filter((file) => file.includes('.embedded.'))).toEqual([])
  expect(filesOf(['embedded']).length).toBeGreaterThan(0)
})
