import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call } from '../call.ts'
import type { FaultRun } from './fault-run.ts'
import { ProcessKilled } from './simulated-process.ts'

/** No process answered the client, although it repeated its call. */
export class GaveUp extends Error {
  constructor() {
    super('no answer after several tries')
    this.name = 'GaveUp'
  }
}

const tries = 6
const pauseMillis = 300

/** Null for no answer and for a server error. */
const answered = async (ask: () => Promise<Answer>): Promise<Answer | null> => {
  try {
    const answer = await ask()
    return answer.status < 500 ? answer : null
  } catch (error) {
    if (error instanceof ProcessKilled) return null
    throw error
  }
}

/** Calls any process, and repeats the call until one answers. @throws GaveUp */
export const insistentCall =
  (run: Pick<FaultRun, 'node'>): Call =>
  async (endpoint, given) => {
    for (let tried = 0; tried < tries; tried += 1) {
      const answer = await answered(() => run.node().call(endpoint, given))
      if (answer !== null) return answer
      await sleep(pauseMillis)
    }
    throw new GaveUp()
  }
