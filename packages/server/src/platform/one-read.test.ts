import { expect, test } from 'vitest'
import { oneRead } from './one-read.ts'

const deferred = () => {
  const begun: PromiseWithResolvers<string>[] = []
  const read = oneRead(() => {
    const next = Promise.withResolvers<string>()
    begun.push(next)
    return next.promise
  })
  return { begun, read }
}

test('who asks meanwhile shares the read, who asks later reads again', async () => {
  const { begun, read } = deferred()
  const both = [read('a'), read('a')]
  begun[0]?.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  const later = read('a')
  begun[1]?.resolve('second')
  expect(await later).toBe('second')
  expect(begun).toHaveLength(2)
})

test('another name is another read', () => {
  const { begun, read } = deferred()
  void read('a')
  void read('b')
  expect(begun).toHaveLength(2)
})

test('the failure of one read is its own', async () => {
  const { begun, read } = deferred()
  const failed = read('a')
  const rest = read('a')
  begun[0]?.reject(new Error('in a transaction'))
  await expect(failed).rejects.toThrow('in a transaction')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve('read')
  expect(await rest).toBe('read')
})
