import { expect, it } from 'vitest'
import { allRoutes } from '../../app/areas.ts'
import { byEndpoint, joined } from './joined.ts'
import { filesOf } from './route-files.ts'
import type { SubjectScenarios } from './subject.ts'
import { subjects } from './subjects.ts'

const of = (...files: SubjectScenarios[]): ReadonlyMap<string, SubjectScenarios> =>
  new Map(files.map((file, at) => [`${at}.scenarios.ts`, file]))

const ids = [{ under: '/api/web/v1/iplists/', build: async () => ({ id: 'x' }) }]
const reading = { readIpList: () => ({}) }

it('joins the scenarios of all files', () => {
  const { deleteIpList, ...others } = { ...reading, deleteIpList: () => ({}) }
  expect(joined(of({ calls: others, ids }, { calls: { deleteIpList } }), allRoutes)).toEqual({
    calls: { ...others, deleteIpList },
    ids,
    bodyIds: {},
    bodies: {},
    effects: {},
    alteredBy: {},
    computes: {},
    constant: {},
    shownIn: {},
  })
})

it.each<[string, string, SubjectScenarios[]]>([
  [
    'a call that two files name',
    'readIpList: named in 0.scenarios.ts and in 1.scenarios.ts',
    [{ calls: reading }, { calls: reading }],
  ],
  [
    'an id in a body that two files name',
    'createIpList: named in 0.scenarios.ts and in 1.scenarios.ts',
    [{ bodyIds: { createIpList: null } }, { bodyIds: { createIpList: null } }],
  ],
  [
    'a body that two files name',
    'createIpList: named in 0.scenarios.ts and in 1.scenarios.ts',
    [{ bodies: { createIpList: {} } }, { bodies: { createIpList: {} } }],
  ],
  [
    'a path that two files name',
    '/api/web/v1/iplists/: named in 0.scenarios.ts and in 1.scenarios.ts',
    [{ ids }, { ids }],
  ],
  [
    'a call of an endpoint that does not exist',
    'readIpLists: no such endpoint, named in 0.scenarios.ts',
    [{ calls: { readIpLists: () => ({}) } }],
  ],
  [
    'an id in the body of an endpoint that does not exist',
    'readIpLists: no such endpoint, named in 0.scenarios.ts',
    [{ bodyIds: { readIpLists: null } }],
  ],
  [
    'a body of an endpoint that does not exist',
    'readIpLists: no such endpoint, named in 0.scenarios.ts',
    [{ bodies: { readIpLists: {} } }],
  ],
  [
    'a path that no endpoint has',
    '/api/web/v1/iplist/: no endpoint has such a path, named in 0.scenarios.ts',
    [{ ids: [{ under: '/api/web/v1/iplist/', build: async () => ({}) }] }],
  ],
])('rejects %s', (_what, message, files) => {
  expect(() => joined(of(...files), allRoutes)).toThrow(
    new Error(`Scenarios of the sweeps:\n${message}`),
  )
})

it('every module names its own endpoints alone', () => {
  const strangers = [...subjects].flatMap(([file, subject]) => {
    const named = new Set(byEndpoint.flatMap((member) => Object.keys(subject[member] ?? {})))
    const own = allRoutes.filter((route) => filesOf(route).includes(`packages/server/src/${file}`))
    for (const { name } of own) named.delete(name)
    return [...named].map((name) => `${file}: ${name}`)
  })
  expect(strangers).toEqual([])
})
