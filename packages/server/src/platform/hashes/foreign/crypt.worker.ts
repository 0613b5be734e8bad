import { parentPort } from 'node:worker_threads'
import { type CryptInput, shaCrypt } from './sha-crypt.ts'

interface Asked extends CryptInput {
  readonly id: number
}

parentPort?.on('message', ({ id, ...input }: Asked) => {
  parentPort?.postMessage({ id, text: shaCrypt(input) })
})
