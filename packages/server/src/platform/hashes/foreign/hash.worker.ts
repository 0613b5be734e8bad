import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'
import type { HashTold, HashWork } from './hash-threads.ts'
import { shaCrypt } from './sha-crypt.ts'

interface Asked {
  readonly id: number
  readonly work: HashWork
}

const computed = (work: HashWork): HashTold =>
  work.kind === 'bcrypt' ? compareSync(work.password, work.hash) : shaCrypt(work)

parentPort?.on('message', ({ id, work }: Asked) => {
  parentPort?.postMessage({ id, told: computed(work) })
})
