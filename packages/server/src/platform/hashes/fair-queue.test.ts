import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'
import { QueueFull } from './queue-full.ts'

const held = () => Promise.withResolvers<void>()

describe('a fair queue', () => {
  it('gives each key its turn, however much waits under another', async () => {
    const queue = fairQueue({ waitingOfKey: 10, waitingInAll: 20, now: () => 0 })
    const first = held()
    const order: string[] = []
    const put = (key: string, name: string) =>
      queue.run(key, async () => {
        order.push(name)
      })
    const begun = queue.run('a', () => first.promise)
    const all = [put('a', 'a1'), put('a', 'a2'), put('a', 'a3'), put('b', 'b1'), put('b', 'b2')]
    first.resolve()
    await Promise.all([begun, ...all])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('does one work of a key within a turn of each other key, behind thousands', async () => {
    let now = 0
    const queue = fairQueue({ atWork: 4, waitingOfKey: 5000, waitingInAll: 20_000, now: () => now })
    const order: string[] = []
    const put = (key: string) =>
      queue.run(key, async () => {
        now += 1
        order.push(key)
      })
    const many = ['a', 'b'].flatMap((key) => Array.from({ length: 2000 }, () => put(key)))
    await Promise.all([...many, put('c')])
    expect(order).toHaveLength(4001)
    expect(order.indexOf('c')).toBeLessThan(12)
  })

  it('charges each key the time that its work takes', async () => {
    let now = 0
    const queue = fairQueue({ waitingOfKey: 10, waitingInAll: 20, now: () => now })
    const first = held()
    const order: string[] = []
    const put = (key: string, name: string, millis: number) =>
      queue.run(key, async () => {
        order.push(name)
        now += millis
      })
    const begun = queue.run('a', () => first.promise)
    const slow = [put('a', 'a1', 5000), put('a', 'a2', 5000)]
    const quick = ['b1', 'b2', 'b3'].map((name) => put('b', name, 100))
    first.resolve()
    await Promise.all([begun, ...slow, ...quick])
    expect(order).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
  })

  it('keeps a place for other keys where several are at work', async () => {
    const queue = fairQueue({ atWork: 2, waitingOfKey: 10, waitingInAll: 20 })
    const first = held()
    const begun = [queue.run('a', () => first.promise), queue.run('a', async () => 'late')]
    expect(await queue.run('b', async () => 'done')).toBe('done')
    first.resolve()
    expect(await Promise.all(begun)).toEqual([undefined, 'late'])
  })

  it('charges a key what its work takes while more of it waits', async () => {
    let now = 0
    const queue = fairQueue({
      atWork: 2,
      atWorkOfKey: 2,
      waitingOfKey: 10,
      waitingInAll: 20,
      now: () => now,
    })
    const [first, second] = [held(), held()]
    const order: string[] = []
    const put = (key: string) =>
      queue.run(key, async () => {
        order.push(key)
      })
    const begun = [queue.run('a', () => first.promise), queue.run('a', () => second.promise)]
    const all = [put('a'), put('b')]
    now = 5000
    first.resolve()
    await Promise.all(all)
    second.resolve()
    await Promise.all(begun)
    expect(order).toEqual(['b', 'a'])
  })

  it('passes a key over that has all its places, and comes back to it', async () => {
    const queue = fairQueue({ atWork: 2, waitingOfKey: 10, waitingInAll: 20, now: () => 0 })
    const [first, second] = [held(), held()]
    const order: string[] = []
    const put = (key: string) =>
      queue.run(key, async () => {
        order.push(key)
      })
    const begun = [queue.run('a', () => first.promise), queue.run('b', () => second.promise)]
    const [waiting, other] = [put('a'), put('c')]
    second.resolve()
    await other
    expect(order).toEqual(['c'])
    first.resolve()
    await Promise.all([...begun, waiting])
    expect(order).toEqual(['c', 'a'])
    expect([queue.atWork, queue.waiting]).toEqual([0, 0])
  })

  it('refuses a key that has its share, and no other', async () => {
    const queue = fairQueue({ waitingOfKey: 1, waitingInAll: 2 })
    const first = held()
    const done = async () => 'done'
    const begun = queue.run('a', () => first.promise)
    const second = queue.run('a', done)
    await expect(queue.run('a', done)).rejects.toBeInstanceOf(QueueFull)
    const other = queue.run('b', done)
    await expect(queue.run('c', done)).rejects.toBeInstanceOf(QueueFull)
    first.resolve()
    await begun
    expect(await Promise.all([second, other])).toEqual(['done', 'done'])
    expect(await queue.run('a', done)).toBe('done')
  })

  it('goes on after work that fails', async () => {
    const queue = fairQueue({ waitingOfKey: 1, waitingInAll: 2 })
    const failing = queue.run('a', () => Promise.reject(new Error('x')))
    const next = queue.run('b', async () => 'done')
    await expect(failing).rejects.toThrow('x')
    expect(await next).toBe('done')
  })
})
