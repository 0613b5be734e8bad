import { kbaFamily } from '@signet/contract/settings/kba'
import { buildPerson, fieldOf, softToken } from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { kba } from '../../../modules/authenticators/kba/index.ts'
import { recoveryCodes } from '../../../modules/authenticators/recovery-codes/index.ts'
import { tempAccessCodes } from '../../../modules/authenticators/temp-access-codes/index.ts'
import { tokens } from '../../../modules/authenticators/tokens/index.ts'
import { settingsOf } from '../../../modules/settings/families/index.ts'
import { buildTotp } from '../rows.ts'
import { buildSignedIn, type Person, type Scenario, type World } from '../world.ts'

/** Endpoints of one user, who has a password. */
export const onPerson =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { userid: (await buildPerson(world.ctx, { email: 'person@example.test' })).id },
    ...(body === undefined ? {} : { body: body(world) }),
  })

/** A token whose secret has been shown, and the codes of it. */
export const activating = async ({ ctx, keep }: World, userId: string) => {
  const { id } = await buildTotp(ctx, userId)
  const { secret } = await ctx.transaction((ctx) => tokens.showSecret(ctx, id, () => {}))
  return softToken(ctx, id, keep(secret))
}

/** A token in use, whose last code is long past. */
export const active = async (world: World, userId: string) => {
  const token = await activating(world, userId)
  await world.ctx.db
    .updateTable('tokens')
    .set({ state: 'ACTIVE', last_step: 0 })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('id', '=', token.id)
    .execute()
  return token
}

/** What a new passkey answers to the options of a registration. */
export const registrationFor = ({ ctx }: World, options: unknown) => {
  const challenge = String(fieldOf(options, 'challenge'))
  return createAuthenticator(new URL(ctx.tenant.publicUrl).origin).register({ challenge })
}

/** Ten recovery codes of a user. */
export const withRecoveryCodes = async ({ ctx, keep }: World, id: string, name: string) => {
  const codes = await ctx.transaction((ctx) => recoveryCodes.createSet(ctx, { id, name }))
  for (const code of codes) keep(code)
  return codes
}

/** A temporary access code of a user. */
export const withTempAccessCode = async ({ ctx, keep }: World, id: string, name: string) => {
  const made = await ctx.transaction((ctx) => tempAccessCodes.create(ctx, { id, name }, {}))
  return keep(made.code)
}

/** Turns questions on; nobody is asked anything until a tenant wants it. */
export const asking = ({ ctx }: World) =>
  settingsOf(kbaFamily).update(ctx, { body: { maximumNumberOfQuestions: 5 } })

/** Three questions with their answers. */
export const questionsOf = ({ ctx, keep }: World) => ({
  userQuestions: [1, 2, 3].map((number) => ({
    question: `What was it, number ${number}?`,
    answer: keep(ctx.platform.ids.random(12).toString('hex')),
  })),
})

/** What a person knows of themself. */
export const withQuestions = async (world: World, id: string, name: string) => {
  await asking(world)
  return world.ctx.transaction((ctx) => kba.replace(ctx, { id, name }, questionsOf(world)))
}

/** Locks a person's authenticators of a kind, as wrong answers do. */
export const lock = async ({ ctx }: World, userId: string, factor: 'PASSWORD' | 'TOKEN') => {
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('attempt_budgets')
    .values({
      tenant_id: ctx.tenant.id,
      subject: userId,
      factor,
      channel: factor === 'PASSWORD' ? 'MEMORY' : 'APP',
      device: '',
      failures: 5,
      last_failed_at: now,
      locked_until: new Date(now.getTime() + 3_600_000),
    })
    .execute()
}

/** A user whose password is locked. */
export const lockedOut = async (world: World): Promise<Person> => {
  const person = await buildSignedIn(world)
  await lock(world, person.id, 'PASSWORD')
  return person
}
