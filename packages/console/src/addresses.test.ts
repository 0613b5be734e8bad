import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { addresses, waitingAddresses } from '../testing/addresses.ts'
import { stillCounter } from '../testing/shell.tsx'
import { features } from './features.ts'
import { routesOf } from './shell/router.tsx'

const routes = [...routesOf(features, stillCounter)]

/** Whether the console has a page there; a parameter may have any value. */
const hasPage = (address: string): boolean =>
  matchRoutes(routes, address.replaceAll(/:(\w+)/g, 'any-$1'))?.at(-1)?.route.path !== '*'

describe('an address of the console', () => {
  it.each(addresses)('%s leads to a page', (address) => {
    expect(hasPage(address)).toBe(true)
  })

  it.each(Object.entries(waitingAddresses))(
    'waits for %s where it leads to none',
    (_what, waiting) => {
      expect(waiting.filter(hasPage)).toEqual([])
    },
  )

  it('leads to one page alone, by whatever name', () => {
    const all = features
      .flatMap(({ screens }) => screens)
      .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    const patterns = all.map((path) => path.replaceAll(/:\w+/g, ':'))
    expect(patterns.filter((pattern, at) => patterns.indexOf(pattern) !== at)).toEqual([])
  })
})
