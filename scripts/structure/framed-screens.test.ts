import { expect, test } from 'vitest'
import { check } from '../testing/structure.ts'
import { framedScreens } from './framed-screens.ts'

const feature = 'packages/console/src/features/access/acrs'
/** Joined, so that this file itself imports nothing of that name. */
const record = ['page: () => import(', "'./AcrsPage.tsx'", '),\n'].join('')
const screens = { [`${feature}/acrs.screens.ts`]: record }

test('refuses a screen whose page draws no frame', () => {
  const tree = {
    ...screens,
    [`${feature}/AcrsPage.tsx`]:
      "import { Acr } from './Acr.tsx'\nconst AcrsPage = () => <div><Acr /></div>\n",
    [`${feature}/Acr.tsx`]: 'export const Acr = () => <Section />\n',
  }
  expect(check(framedScreens, tree)).toEqual([
    { path: `${feature}/AcrsPage.tsx`, message: 'draws none of the frames of pages' },
  ])
})

test.each(['<PageHeader title="a" />', '<Typography component="h1" />', '<h1>a</h1>'])(
  'refuses a page with a header of its own: %s',
  (header) => {
    const tree = {
      ...screens,
      [`${feature}/AcrsPage.tsx`]: `const AcrsPage = () => <ListPage>${header}</ListPage>\n`,
    }
    expect(check(framedScreens, tree)).toEqual([
      { path: `${feature}/AcrsPage.tsx`, message: 'the header of a page is drawn by its frame' },
    ])
  },
)

test('lets a page draw its frame itself or by a part of it', () => {
  const tree = {
    ...screens,
    [`${feature}/AcrsPage.tsx`]:
      "import { Acrs } from '../../../pickers/acrs/Acrs.tsx'\nconst AcrsPage = () => <Acrs />\n",
    'packages/console/src/pickers/acrs/Acrs.tsx':
      'export const Acrs = () => <DetailsPage title="a" />\n',
    'packages/console/src/kit/frames.tsx': '<PageHeader title="a" />\n',
  }
  expect(check(framedScreens, tree)).toEqual([])
})
