import { describe, expect, test } from 'vitest'
import { fairQueue } from './hashes/fair-queue.ts'
import { createHashes, QueueFull, threadPoolSize } from './hashes.ts'

describe('password hashes', () => {
  const hashes = createHashes({ waitingPerCore: 10, cores: 1 })

  test('are argon2id with 19 MiB, 2 passes and 1 lane', async () => {
    expect(await hashes.hash('correct horse')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  test('fit their password and no other', async () => {
    const stored = await hashes.hash('correct horse')
    expect(await hashes.verify(stored, 'correct horse')).toBe(true)
    expect(await hashes.verify(stored, 'correct horsf')).toBe(false)
    expect(await hashes.verify(stored, '')).toBe(false)
  })

  test('differ for the same password', async () => {
    expect(await hashes.hash('same')).not.toBe(await hashes.hash('same'))
  })

  test('cost the same counted work for the wrong, the unknown and the damaged', {
    meta: { covers: ['S29'] },
  }, async () => {
    const stored = await hashes.hash('correct horse')
    const workOf = async (verify: () => Promise<boolean>) => {
      const before = hashes.computed
      expect(await verify()).toBe(false)
      return hashes.computed - before
    }
    expect(await workOf(() => hashes.verify(stored, 'wrong'))).toBe(1)
    expect(await workOf(() => hashes.verifyDummy('wrong'))).toBe(1)
    expect(await workOf(() => hashes.verify('', 'wrong'))).toBe(1)
    expect(await workOf(() => hashes.verify('$argon2id$v=19$m=1,t=1', 'wrong'))).toBe(1)
  })

  test('of other parameters are to be made again', async () => {
    const { hash } = await import('@node-rs/argon2')
    expect(hashes.needsRehash(await hashes.hash('x'))).toBe(false)
    expect(hashes.needsRehash(await hash('x', { memoryCost: 8192 }))).toBe(true)
    expect(hashes.needsRehash(await hash('x', { timeCost: 3 }))).toBe(true)
    expect(hashes.needsRehash('no hash')).toBe(true)
  })

  test('still verify with their own older parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    expect(await hashes.verify(await hash('x', { memoryCost: 8192, timeCost: 3 }), 'x')).toBe(true)
  })
})

describe('a full queue', () => {
  test('refuses at once, and takes work again when there is room', async () => {
    const hashes = createHashes({ waitingPerCore: 2, cores: 1 })
    const taken = Array.from({ length: 3 }, () => hashes.verifyDummy('x'))
    await expect(hashes.hash('x')).rejects.toThrow(QueueFull)
    expect([hashes.inFlight, hashes.waiting]).toEqual([1, 2])
    await Promise.all(taken)
    expect([hashes.inFlight, hashes.waiting]).toEqual([0, 0])
    expect(await hashes.verifyDummy('x')).toBe(false)
    expect(hashes.computed).toBe(4)
  })

  test('of one tenant leaves room and the next turn to another', {
    meta: { covers: ['S73'] },
  }, async () => {
    const hashes = createHashes({ waitingPerCore: 20, cores: 1 })
    const order: string[] = []
    const check = (tenant: string) =>
      hashes.verifyDummy('x', { tenantId: tenant }).then(() => order.push(tenant))
    const flood = Array.from({ length: 21 }, () => check('flooding'))
    await expect(hashes.verifyDummy('x', { tenantId: 'flooding' })).rejects.toThrow(QueueFull)
    expect(() => hashes.expectRoom('flooding')).toThrow(QueueFull)
    hashes.expectRoom('other', 'begins')
    await check('other')
    // The one at work, and at most one that had begun meanwhile.
    expect(order.indexOf('other')).toBeLessThanOrEqual(2)
    await Promise.all(flood)
  })

  test('is known to the kit by its name', () => {
    expect(new QueueFull().name).toBe('QueueFull')
  })
})

describe('the queue', () => {
  test('never runs more at a time than it may, in the order of coming', async () => {
    const queue = fairQueue({ atWork: 2, atWorkOfKey: 2, waitingOfKey: 50, waitingInAll: 50 })
    const started: number[] = []
    let most = 0
    const work = (index: number) =>
      queue.run('a', async () => {
        started.push(index)
        most = Math.max(most, queue.atWork)
        await new Promise((resolve) => setImmediate(resolve))
      })
    const indexes = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(indexes.map(work))
    expect(most).toBe(2)
    expect(started).toEqual(indexes)
  })

  test('goes on after work that failed', async () => {
    const queue = fairQueue({ waitingOfKey: 1, waitingInAll: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('broken')))
    const next = queue.run('a', async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
    expect(queue.atWork).toBe(0)
  })
})

test('the thread pool has four threads beside those that hash', () => {
  expect(threadPoolSize(2)).toBe(6)
})
