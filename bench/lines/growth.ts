import type { Run } from '../load/drive.ts'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'
import { driveSignIn, type SignInStage } from './sign-in.ts'
import { driveIntrospection } from './tokens.ts'

/** What does not grow with the number of users, measured where there are few. */
export interface FewUsers {
  readonly signIn: Run
  readonly introspection: Run
}

export const measureFewUsers = async (stage: SignInStage): Promise<FewUsers> => ({
  signIn: await driveSignIn(stage),
  introspection: await driveIntrospection(stage),
})

export const growthLines: Measure<Stage & { readonly few: FewUsers }> = {
  lines: [goals.growthSignIn, goals.growthIntrospection],
  needs: ['queryAuthenticators', 'completeAuthentication'],
  async run(stage) {
    const many = await measureFewUsers(stage)
    const ratio = (name: keyof FewUsers): number => many[name].cpuMillis / stage.few[name].cpuMillis
    return [
      found(goals.growthSignIn, ratio('signIn'), many.signIn),
      found(goals.growthIntrospection, ratio('introspection'), many.introspection),
    ]
  },
}
