import { signIn } from '../flows/openid-connect.ts'
import { provePassword } from '../flows/signet.ts'
import { arrive } from '../load/arrivals.ts'
import { drive, signInWarmSeconds } from '../load/drive.ts'
import { connect, fromAddress, type Http, UnexpectedStatus } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'
import { anyUser } from './sign-in.ts'

/** As people come: each from an address of their own. */
const anyAddress = (): string => {
  const byte = (): number => 1 + Math.floor(Math.random() * 254)
  return `10.${byte()}.${byte()}.${byte()}`
}

const signInFrom = async (stage: Stage, http: Http): Promise<void> => {
  const from = fromAddress(http, anyAddress())
  await signIn({ http: from, client: stage.site.app, prove: provePassword, user: anyUser(stage) })
}

/** What it bears when 16 come one after another. */
const ownRate = async (stage: Stage): Promise<number> => {
  const { http, measured } = stage.signet
  const operation = () => signInFrom(stage, http)
  const load = { measured, operation, seconds: stage.seconds, warmSeconds: signInWarmSeconds }
  return (await drive(load)).perSecond
}

const attempt = async (stage: Stage, http: Http): Promise<number | null> => {
  try {
    await signInFrom(stage, http)
    return null
  } catch (error) {
    return error instanceof UnexpectedStatus ? error.status : 0
  }
}

/**
 * Twice as many sign-ins as it can bear, with the request limits on. The service does its own
 * number all the same, and the rest is told to come back later.
 */
export const overloadLine: Measure = {
  lines: [goals.overload],
  needs: ['queryAuthenticators', 'completeAuthentication'],
  async run(stage) {
    const bears = await ownRate(stage)
    const http = connect(stage.signet.service.url, 512)
    const operation = () => attempt(stage, http)
    const load = { perSecond: bears * 2, warmSeconds: 4, seconds: 10, operation }
    const { done, refused, seconds } = await arrive(load)
    await http.close()
    const others = [...refused].filter(([status]) => status !== 429)
    if (others.length > 0) {
      throw new Error(
        `not only 429: ${others.map(([status, count]) => `${status} x ${count}`).join(', ')}`,
      )
    }
    const about = { line: 'sign-in at twice the load: done', unit: '/s' } as const
    const told = {
      line: 'sign-in at twice the load: told 429',
      unit: '/s',
      better: 'less',
    } as const
    return [
      found(goals.overload, done / seconds / bears),
      found(about, done / seconds),
      found(told, (refused.get(429) ?? 0) / seconds),
    ]
  },
}
