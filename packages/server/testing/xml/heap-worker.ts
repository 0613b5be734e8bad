import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { readXml } from '../../src/platform/xml/tree.ts'

/*
 * Answers each text with the bytes that its tree takes while it is held. It has a heap of its own: to
 * collect that of a test file with the whole service in it takes a hundred times longer.
 */

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

const heapBytes = (): number => {
  if (typeof collect !== 'function') throw new Error('no collector')
  collect()
  return process.memoryUsage().heapUsed
}

const heldBytes = (text: string): number => {
  const before = heapBytes()
  const root = readXml(text)
  const held = heapBytes() - before
  if (root.local !== 'r') throw new Error(`not the document that was sent: ${root.local}`)
  return held
}

parentPort?.on('message', (text: string) => parentPort?.postMessage(heldBytes(text)))
