import { createGroup } from '@signet/contract/identity/groups'
import { releaseHeader } from '@signet/contract/kit/release'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Guard: the migrations of the database. A header alone, which any caller can send, turns no check off.
 */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const create = async (headers: Readonly<Record<string, string>>) => {
  const body = { name: `Quay ${(count += 1)}`, color: 'teal' }
  const { status, body: answer } = await test.call(createGroup, { as, body, headers })
  return [status, answer.errorCode]
}
const rejected = [400, 'unrecognized_keys']

/** As a node of a later release leaves the database that it shares with this one. */
const migrateFurther = () =>
  test.testDatabase.asOwner((owner) =>
    owner.query(`insert into migrations values ('29990101-0000-colors-of-groups', now())`),
  )

describe('a member that a call does not know', () => {
  it('is rejected whatever release the caller names', async () => {
    for (const release of ['999.0.0', '0.0.1', 'next', '']) {
      expect(await create({ [releaseHeader]: release })).toEqual(rejected)
    }
  })

  it('is dropped while nodes of a later release take over, from its faces alone', async () => {
    await migrateFurther()
    expect(await create({ [releaseHeader]: '999.0.0' })).toEqual([200, undefined])
    expect(await create({ [releaseHeader]: '0.0.1' })).toEqual(rejected)
    expect(await create({})).toEqual(rejected)
  })
})
