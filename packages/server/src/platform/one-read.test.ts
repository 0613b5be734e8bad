import { expect, test } from 'vitest'
import { oneRead } from './one-read.ts'

const deferred = () => {
  const begun: PromiseWithResolvers<string>[] = []
  const inside = { transaction: false }
  const refuseInsideTransaction = () => {
    if (inside.transaction) throw new Error('in a transaction')
  }
  const read = oneRead({ refuseInsideTransaction }, () => {
    const next = Promise.withResolvers<string>()
    begun.push(next)
    return next.promise
  })
  return { begun, inside, read }
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

test('a read that failed is not kept', async () => {
  const { begun, read } = deferred()
  const failed = read('a')
  begun[0]?.reject(new Error('unreachable'))
  await expect(failed).rejects.toThrow('unreachable')
  const again = read('a')
  begun[1]?.resolve('read')
  expect(await again).toBe('read')
})

test('a transaction does not wait for the read of another', async () => {
  const { inside, read } = deferred()
  void read('a')
  inside.transaction = true
  await expect(read('a')).rejects.toThrow('in a transaction')
})
