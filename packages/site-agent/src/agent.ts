import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, once, reasonOf } from './log.ts'
import type { CardReaders, ReaderState } from './readers.ts'
import { type CommandAnswer, Revoked, type Service } from './service.ts'
import { createSittings, type Sittings } from './sittings.ts'

/** How soon a card that comes or goes is told of. */
const lookMillis = 1000
/** Before the service is asked again that was away, or does not know the agent. */
const awayMillis = 2000
const revokedMillis = 30_000
/** Calls that come back empty are this far apart: another agent may have the same credential. */
const leastMillis = 1000

interface Parts {
  readonly service: Service
  readonly readers: CardReaders
  readonly log: Log
}

interface Working extends Parts {
  readonly stop: AbortSignal
  readonly tell: Log
}

const pause = ({ stop }: Working, millis: number): Promise<unknown> =>
  sleep(millis, undefined, { signal: stop }).catch(() => undefined)

/** Waits for better times. */
const endure = async (working: Working, error: unknown): Promise<void> => {
  if (working.stop.aborted) return
  const isRevoked = error instanceof Revoked
  working.tell(isRevoked ? 'refused' : 'service_away', { reason: reasonOf(error) })
  await pause(working, isRevoked ? revokedMillis : awayMillis)
}

const listed = ({ readers, tell }: Working): readonly ReaderState[] => {
  try {
    return readers.list()
  } catch (error) {
    tell('readers_away', { reason: reasonOf(error) })
    return []
  }
}

/** Tells the service what there is, when it is another than before. */
const announcing = (working: Working): (() => Promise<void>) => {
  let announced = ''
  return async () => {
    const readers = listed(working)
    const text = JSON.stringify(readers)
    if (text === announced) return
    await working.service.announce(readers)
    announced = text
    working.log('readers', { readers })
  }
}

const watch = async (working: Working, announce: () => Promise<void>): Promise<void> => {
  while (!working.stop.aborted) {
    await pause(working, lookMillis)
    if (!working.stop.aborted) await announce().catch((error) => endure(working, error))
  }
}

const serve = async (working: Working, sittings: Sittings): Promise<void> => {
  let answer: CommandAnswer | null = null
  while (!working.stop.aborted) {
    const since = performance.now()
    try {
      const command = await working.service.exchange(answer)
      answer = command === null ? null : await sittings.perform(command)
      const early = leastMillis - (performance.now() - since)
      if (command === null && early > 0) await pause(working, early)
    } catch (error) {
      await endure(working, error)
    }
  }
}

interface RunningAgent {
  close(): Promise<void>
}

/** Does what the service asks of its readers until it is closed. @throws when it is not known there */
export const startAgent = async (parts: Parts): Promise<RunningAgent> => {
  const { service, readers, log } = parts
  const stop = new AbortController()
  const working = { ...parts, stop: stop.signal, tell: once(log) }
  const sittings = createSittings(readers)
  const announce = announcing(working)
  await announce()
  const running = Promise.all([watch(working, announce), serve(working, sittings)])
  return {
    async close() {
      stop.abort()
      service.close()
      await running
      sittings.close()
      readers.close()
    },
  }
}
