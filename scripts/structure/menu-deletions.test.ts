import { expect, test } from 'vitest'
import { check } from '../testing/structure.ts'
import { menuDeletions } from './menu-deletions.ts'

const page = 'packages/console/src/features/access/acrs/A.tsx'
const found = (text: string) => check(menuDeletions, { [page]: text }).map(({ path }) => path)

test.each([
  ["const a = 1\nconst b = { label: text('resource:flows.remove'), onSelect: ask }\n", 2],
  ["[\n  {\n    label: text('a:b.remove.action'),\n    onSelect: () => ask(row),\n  },\n]\n", 2],
  ["{ label: text('a:views.delete', { name }), onSelect: () => ask('delete') }\n", 1],
  ['{ label: text(`a:${words}.remove`), icon: <X />, onSelect: ask }\n', 1],
  ["{ label: text('a:deletes.action'), run: ask }\n", 1],
])('refuses a deletion in a menu that does not say so: %j', (text, line) => {
  expect(found(text)).toEqual([`${page}:${line}`])
})

test.each([
  "{ label: text('resource:flows.remove'), isDestructive: true, onSelect: ask }\n",
  "{ isDestructive: true, label: text('a:views.delete', { name }), onSelect: ask }\n",
  "{ label: text('a:flows.removed'), onSelect: ask }\n",
  "{ title: text('a:b.remove'), label: text('a:b.rename'), onSelect: ask }\n",
  "{ label: text('a:tokens.states.remove'), value: 'REMOVED' }\n",
])('lets others be: %j', (text) => {
  expect(found(text)).toEqual([])
})
