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
  it('is read from the list of promises', () => {
    expect(addresses).toContain('/rules/edit/:resourceRuleId')
    expect(Object.values(waitingAddresses).flat().length + addresses.length).toBeGreaterThan(150)
  })

  it.each(addresses)(
    '%s leads to a page',
    {
      meta: {
        covers: [
          'screen:applications/authorization/add',
          'screen:applications/authorization/edit/{id}',
          'screen:applications/authorization/{id}/ccg',
          'screen:applications/certificates/{type}',
          'screen:applications/rules/add/{applicationId}',
          'screen:applications/rules/clone/{resourceRuleId}',
          'screen:applications/rules/edit/{resourceRuleId}',
          'screen:settings/rba/{id}',
        ],
      },
    },
    (address) => {
      expect(hasPage(address)).toBe(true)
    },
  )

  // A page that is there has a test that covers its promise; `npm run coverage` notes it.
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
