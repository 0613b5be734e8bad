import { expect, test } from 'vitest'
import { check } from '../testing/structure.ts'
import { shownFailures } from './shown-failures.ts'

const console = 'packages/console/src'

test('refuses failures that a page of the console puts in words itself', () => {
  const tree = {
    [`${console}/features/access/acrs/A.tsx`]:
      'const a = 1\nconst told = errorText(error)\n<Notice severity="error">{told}</Notice>\n',
    [`${console}/shell/B.tsx`]: '<Notice severity="error" title={title}>\n  {failure}\n</Notice>\n',
  }
  expect(check(shownFailures, tree).map(({ path }) => path)).toEqual([
    `${console}/features/access/acrs/A.tsx:2`,
    `${console}/features/access/acrs/A.tsx:3`,
    `${console}/shell/B.tsx:1`,
  ])
})

test('lets kit and lib do it, and pages show texts of their own', () => {
  const tree = {
    [`${console}/kit/A.tsx`]: '<Notice severity="error">{errorText(error)}</Notice>\n',
    [`${console}/lib/b.ts`]: 'const text = errorText(error)\n',
    [`${console}/features/access/acrs/C.tsx`]:
      '<Notice severity="error">{text(\'a:b\')}</Notice>\n<Notice severity="error">\n  {text(\'a:b\', {})}\n</Notice>\n',
    [`${console}/features/access/acrs/C.test.tsx`]: 'errorText(error)\n',
    'packages/signin/src/D.tsx': '<Notice severity="error">{told}</Notice>\n',
  }
  expect(check(shownFailures, tree)).toEqual([])
})
