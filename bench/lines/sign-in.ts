import { signIn } from '../flows/openid-connect.ts'
import { provePassword } from '../flows/signet.ts'
import { drive, type Run, signInWarmSeconds } from '../load/drive.ts'
import { inMemory, onPostgres } from '../peers/calibrate.ts'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

/** Who can sign in, to what, and where. */
export interface SignInStage extends Pick<Stage, 'signet' | 'seconds'> {
  readonly site: Pick<Stage['site'], 'app' | 'users'>
}

export const anyUser = ({ site }: Pick<SignInStage, 'site'>): number =>
  Math.floor(Math.random() * site.users)

export const driveSignIn = (stage: SignInStage): Promise<Run> => {
  const { site, signet, seconds } = stage
  const { http, measured } = signet
  const operation = async (): Promise<void> => {
    await signIn({ http, client: site.app, prove: provePassword, user: anyUser(stage) })
  }
  return drive({ measured, operation, seconds, warmSeconds: signInWarmSeconds })
}

export const signInLines: Measure = {
  lines: [goals.signIn, goals.signInAgainstPeer, goals.outsideHash, goals.signInTail],
  needs: ['queryAuthenticators', 'completeAuthentication'],
  async run(stage) {
    const run = await driveSignIn(stage)
    const ofPeer = (store: string): number =>
      stage.calibrations.get(`${store}: sign-in`)?.perCore ?? Number.NaN
    const outside =
      stage.calibrations.get(`${onPostgres}: sign-in`)?.outsideHashMillis ?? Number.NaN
    const ofHash = { name: 'argon2id', ratio: run.perCore / stage.hashesPerCore }
    return [
      found({ ...goals.signIn, against: ofHash }, run.perCore, run),
      found(
        {
          ...goals.signInAgainstPeer,
          against: { name: inMemory, ratio: run.perCore / ofPeer(inMemory) },
        },
        run.perCore / ofPeer(onPostgres),
      ),
      found(
        {
          ...goals.outsideHash,
          against: { name: onPostgres, ratio: run.outsideHashMillis / outside },
        },
        run.outsideHashMillis,
      ),
      found(goals.signInTail, run.latency.p99),
    ]
  },
}
