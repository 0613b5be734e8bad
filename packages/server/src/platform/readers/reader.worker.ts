import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { type Asked, type PartRead, type Told, toldFault, type Wanted } from './readings.ts'

/* A thread that reads files of others: it has no handle of the database, no keys and no network. */

type ReadPart = (number: number) => Promise<Buffer>

/** Parts by the port; the last one is at hand, because a reader goes through it in small steps. */
const partsOf = (port: MessagePort): ReadPart => {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let held: { readonly number: number; readonly part: Promise<Buffer> } | null = null
  port.on('message', ({ number, part }: PartRead) => {
    waiting.get(number)?.resolve(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    waiting.delete(number)
  })
  // The reading was left: what it still waits for will not come.
  port.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('left'))
  })
  return (number) => {
    if (held?.number === number) return held.part
    const answer = Promise.withResolvers<Buffer>()
    waiting.set(number, answer)
    held = { number, part: answer.promise }
    port.postMessage(number)
    return answer.promise
  }
}

async function* valuesOf(wanted: Wanted, readPart: ReadPart): AsyncGenerator<unknown> {
  switch (wanted.kind) {
    case 'workbook': {
      const { workbookRows } = await import('./tables/workbook-rows.ts')
      yield* workbookRows({ ...wanted, readPart })
      return
    }
    case 'record-columns': {
      const { recordColumns } = await import('./records/record-rows.ts')
      yield* recordColumns({ ...wanted, readPart }, wanted)
      return
    }
    case 'record-rows': {
      const { recordRows } = await import('./records/record-rows.ts')
      yield* recordRows({ ...wanted, readPart }, wanted)
      return
    }
    case 'key-file': {
      const { packedKeyFile } = await import('./key-files/packed-key-file.ts')
      yield* packedKeyFile(wanted)
      return
    }
    case 'service-provider': {
      const { readServiceProvider } = await import('../saml/service-provider.ts')
      yield readServiceProvider(wanted.metadata)
      return
    }
    case 'identity-provider': {
      const { readIdentityProvider } = await import('../saml/identity-provider.ts')
      yield readIdentityProvider(wanted.metadata)
      return
    }
    case 'provider-document': {
      const { readProviderDocument } = await import('../saml/identity-provider.ts')
      yield readProviderDocument(wanted.metadata, wanted.known)
    }
  }
}

const tell = (told: Told<unknown>): void => parentPort?.postMessage(told)

type Hear = () => Promise<Asked>

const stepOf = async (values: AsyncGenerator<unknown>): Promise<Told<unknown>> => {
  try {
    const { done, value } = await values.next()
    return done === true ? { tell: 'done' } : { tell: 'value', value }
  } catch (error) {
    return { tell: 'fault', fault: toldFault(error) }
  }
}

/** One reading, a value each time that one is asked for. */
const read = async (values: AsyncGenerator<unknown>, hear: Hear): Promise<void> => {
  for (;;) {
    const step = await stepOf(values)
    tell(step)
    if (step.tell !== 'value') return
    const { ask } = await hear()
    if (ask === 'next') continue
    // Nobody waits for what it still has to close.
    values.return(undefined).catch(() => {})
    return
  }
}

const serve = async (port: MessagePort): Promise<void> => {
  const messages = on(port, 'message')
  const hear: Hear = async () => {
    const { value = [] } = await messages.next()
    const [asked] = value
    return asked
  }
  for (;;) {
    const asked = await hear()
    if (asked.ask === 'begin') await read(valuesOf(asked.wanted, partsOf(asked.parts)), hear)
  }
}

if (parentPort !== null) await serve(parentPort)
