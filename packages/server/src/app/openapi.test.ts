import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentedCalls } from './areas.ts'
import { openApiDocument } from './openapi.ts'
import { version } from './version.ts'

const checkedIn = (api: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../openapi/${api}.json`, import.meta.url), 'utf8'))

describe('the OpenAPI documents', () => {
  it.each(['administration', 'authentication', 'issuance'] as const)(
    '%s is checked in as the contract says (npm run openapi)',
    (api) => {
      const made = JSON.stringify(openApiDocument(api, documentedCalls, version))
      expect(made === JSON.stringify(checkedIn(api)), 'run npm run openapi').toBe(true)
    },
  )

  it('resolve every reference they make', () => {
    for (const api of ['administration', 'authentication'] as const) {
      const text = JSON.stringify(openApiDocument(api, documentedCalls, version))
      const { components } = JSON.parse(text)
      const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name]) => name ?? '',
      )
      expect(names.filter((name) => !(name in components.schemas))).toEqual([])
      const hollow = ([, schema]: [string, unknown]): boolean =>
        Object.keys(Object(schema)).join() === '$ref'
      expect(Object.entries(components.schemas).filter(hollow)).toEqual([])
      expect(text).not.toContain('$defs')
    }
  })

  it('name the header by which a change is made that keeps administrators out', () => {
    const { paths } = Object(openApiDocument('administration', documentedCalls, version))
    const withHeader = Object.entries(paths).flatMap(([path, calls]) =>
      Object.values(Object(calls)).flatMap((call) =>
        JSON.stringify(Object(call).parameters).includes('"Signet-Accept-Lockout","in":"header"')
          ? [path]
          : [],
      ),
    )
    expect(withHeader).toContain('/api/web/v2/resourcerules')
    expect(withHeader).not.toContain('/api/web/v1/users')
  })
})
