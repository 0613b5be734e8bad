import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createNodes } from './nodes.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

it('one node holds a lease, until it leaves or does not beat any more', async () => {
  const [first, second] = [createNodes(test.platform), createNodes(test.platform)]
  const held = async () => [await first.holds('sweep'), await second.holds('sweep')]
  expect(await held(), 'before they have shown themselves').toEqual([false, false])
  await first.beat()
  await second.beat()
  expect(await held()).toEqual([true, false])
  await first.leave()
  expect(await held()).toEqual([false, true])
  test.clock.advance(31_000)
  await first.beat()
  expect(await held()).toEqual([true, false])
})

it('one of many nodes that ask at once holds a lease', async () => {
  const nodes = Array.from({ length: 20 }, () => createNodes(test.platform))
  await Promise.all(nodes.map((node) => node.beat()))
  const asked = await Promise.all(nodes.map((node) => node.holds('other work')))
  expect(asked.filter((isHeld) => isHeld)).toHaveLength(1)
})
