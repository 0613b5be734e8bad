import {
  clientCredentials,
  introspect,
  readUserinfo,
  refresh,
  signIn,
} from '../flows/openid-connect.ts'
import { givenSession } from '../flows/signet.ts'
import { drive, type Run } from '../load/drive.ts'
import { lanes } from '../load/http.ts'
import { onPostgres } from '../peers/calibrate.ts'
import { type Finding, found } from '../report/finding.ts'
import { accessTokenOf } from '../seed/access-tokens.ts'
import { goals } from './goals.ts'
import type { About, Measure, Stage } from './measure.ts'
import { anyUser, type SignInStage } from './sign-in.ts'

const besidePeer = (stage: Stage, about: About, [name, run]: readonly [string, Run]): Finding => {
  const peer = stage.calibrations.get(`${onPostgres}: ${name}`)?.perCore ?? Number.NaN
  return found(
    { ...about, against: { name: onPostgres, ratio: run.perCore / peer } },
    run.perCore,
    run,
  )
}

export const clientCredentialsLine: Measure = {
  lines: [goals.clientCredentials],
  async run(stage) {
    const { measured, http } = stage.signet
    const operation = () => clientCredentials(http, stage.site.service)
    const run = await drive({ measured, operation, seconds: stage.seconds })
    return [besidePeer(stage, goals.clientCredentials, ['client credentials', run])]
  },
}

export const driveIntrospection = (stage: SignInStage): Promise<Run> => {
  const { site, signet, seconds } = stage
  const { http, measured } = signet
  const operation = () => introspect(http, site.app, accessTokenOf(anyUser(stage)))
  return drive({ measured, operation, seconds })
}

export const introspectionLine: Measure = {
  lines: [goals.introspection],
  run: async (stage) => [
    besidePeer(stage, goals.introspection, ['introspection', await driveIntrospection(stage)]),
  ],
}

export const userinfoLine: Measure = {
  lines: [goals.userinfo],
  async run(stage) {
    const { measured, http } = stage.signet
    const operation = () => readUserinfo(http, stage.site.app, accessTokenOf(anyUser(stage)))
    const run = await drive({ measured, operation, seconds: stage.seconds })
    return [besidePeer(stage, goals.userinfo, ['userinfo', run])]
  },
}

/** A chain of refresh tokens for each lane. */
const chains = async ({ site, signet }: Stage): Promise<string[]> => {
  const prove = givenSession(site.seeding.ctx)
  const begun: string[] = []
  for (let user = 0; user < lanes; user += 1) {
    const tokens = await signIn({ http: signet.http, client: site.app, prove, user })
    begun.push(tokens.refresh)
  }
  return begun
}

export const refreshLine: Measure = {
  lines: [goals.refresh],
  async run(stage) {
    const { measured, http } = stage.signet
    const tokens = await chains(stage)
    const operation = async (lane: number): Promise<void> => {
      tokens[lane] = (await refresh(http, stage.site.app, tokens[lane] ?? '')).refresh
    }
    const run = await drive({ measured, operation, seconds: stage.seconds })
    return [besidePeer(stage, goals.refresh, ['refresh', run])]
  },
}
