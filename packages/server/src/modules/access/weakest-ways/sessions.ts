import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Way } from '@signet/rules/weakest-ways'
import type { Context } from '../../../kit/context.ts'
import { codePlaces } from '../../authenticators/otps/index.ts'
import { settings } from '../../settings/families/index.ts'
import { resourceRules, rulesOf } from '../resource-rules/index.ts'
import { engine } from '../sign-in/index.ts'
import type { Entrance } from './entrances.ts'
import type { Kind } from './kinds.repository.ts'
import { type Walk, type Words, wayOf } from './telling.ts'
import { type Carried, type Proof, proofBy, type Voucher, walksFrom } from './walks.ts'
import { onIn } from './within.ts'

type Account = Parameters<typeof engine.stepsFor>[1] & object
type Admission = NonNullable<ReturnType<typeof resourceRules.admissionsOf>>[number]
type Rules = Parameters<typeof engine.stepsFor>[2]

interface Somebody {
  readonly kind: Kind
  /** What an administrator has given them, and an attacker then holds. */
  readonly given: readonly SignInAuthenticator[]
  readonly vouchers: readonly Voucher[]
  /** Their password is judged by another service. */
  readonly passed?: boolean
}

/** Their password is judged by another service: what is kept, set or reset here is of no use. */
const judgedElsewhere = async (ctx: Context, { kind }: Somebody): Promise<boolean> => {
  if (!kind.passed) return false
  const { enabled, administrators } = await settings.passthrough(ctx, personOf(kind))
  return enabled && (!kind.administrator || administrators)
}

/** What of a kind is good for a sign-in. */
const asJudged = async (ctx: Context, somebody: Somebody): Promise<Somebody> => {
  if (!(await judgedElsewhere(ctx, somebody))) return { ...somebody, passed: false }
  const given = somebody.given.filter((each) => each !== 'PASSWORD')
  return { ...somebody, given, passed: true }
}

/** A row of this kind, as a sign-in would read it. */
const accountOf = ({ kind, given, passed = false }: Somebody): Account => ({
  id: kind.id,
  name: kind.name,
  first_name: null,
  state: 'ACTIVE',
  locked: false,
  email: kind.mailable ? 'mail' : null,
  email_verified: kind.mailable,
  locale: null,
  last_authenticated_at: null,
  administrator: kind.administrator,
  held: [...new Set([...kind.held, ...given.filter((each) => each !== 'PASSWORD')])],
  unusual_codes: false,
  questions: kind.questions,
  recovery_codes: kind.held.includes('RECOVERY_CODE') ? 1 : 0,
  hash: passed || kind.has_password || given.includes('PASSWORD') ? '' : null,
  binding: null,
  changed_at: null,
  changed_in: null,
  expires_at: null,
  force_change: false,
  device_known: false,
  has_devices: false,
  machine: null,
  registration_required: kind.registering,
  registration_asked_at: null,
  contacts: kind.contacts,
})

/** As settings read people of whom no more than this is known. */
const personOf = ({ groups, administrator }: Kind) => ({
  groups: groups.map((id) => ({ id })),
  administrator,
})

interface Situation extends Somebody {
  readonly account: Account
  readonly rules: Rules
  readonly transaction: ReturnType<typeof engine.newTransaction>
  readonly carried: Carried | null
  /** How a forgotten password is replaced; none where it is not. */
  readonly resets: readonly (readonly Proof[])[]
}

/** Where codes for them go; a mailbox is what most have. */
const placeOf = ({ account, rules }: Pick<Situation, 'account' | 'rules'>): Words['place'] => {
  const places = codePlaces.under(rules.codes, account)
  if (places.length === 0) return null
  return places.some(({ type }) => type === 'EMAIL') ? 'MAILBOX' : 'PHONE'
}

const resetsOf = async (
  ctx: Context,
  situation: Omit<Situation, 'resets'>,
): Promise<Situation['resets']> => {
  const { kind, account, rules, transaction } = situation
  const person = personOf(kind)
  const { enabled } = await settings.passwordReset(ctx, person)
  if (!enabled || situation.passed === true || placeOf(situation) === null) return []
  const [, second] = engine.stepsFor({ ...transaction, purpose: 'RESET' }, account, rules)
  const code = proofBy('OTP')
  if (second === undefined) return [[code]]
  return second.allowed.map((authenticator) => [code, proofBy(authenticator)])
}

const situationOf = async (
  ctx: Context,
  whom: Somebody,
  { program = null }: Entrance,
): Promise<Situation> => {
  const somebody = await asJudged(ctx, whom)
  const { kind } = somebody
  const at =
    program === null
      ? {}
      : { applicationId: program.id, resource: program.id, method: program.method }
  const transaction = engine.newTransaction(ctx, { purpose: 'SIGN_IN', userId: kind.id, ...at })
  const person = personOf(kind)
  const [rules, carried] = await Promise.all([
    engine.readRulesFor(ctx, transaction, person),
    program === null ? null : program.carriedOf(ctx, person),
  ])
  const situation = { ...somebody, account: accountOf(somebody), rules, transaction, carried }
  return { ...situation, resets: await resetsOf(ctx, situation) }
}

/** Whether they can prove it, or an attacker can get at it. */
const canProve =
  ({ account, resets, given }: Situation) =>
  (kind: SignInAuthenticator): boolean => {
    if (kind === 'PASSWORD') return account.hash !== null || resets.length > 0
    if (kind === 'PASSKEY') return account.held.includes('FIDO') || given.includes('FIDO')
    if (kind === 'MAGICLINK') return account.email !== null
    // It is not known who holds a certificate of the authorities that are trusted.
    return kind === 'OTP' || kind === 'USER_CERTIFICATE' || account.held.includes(kind)
  }

const firstsOf = (situation: Situation): readonly Proof[] => {
  const { account, rules, transaction, vouchers, carried } = situation
  const [first] = engine.stepsFor(transaction, account, rules)
  return (carried?.firsts(first.allowed) ?? first.allowed).flatMap((kind) => {
    if (kind === 'IDP') return vouchers.map((provider) => ({ ...proofBy(kind), provider }))
    return canProve(situation)(kind) ? [proofBy(kind)] : []
  })
}

/** Everything that the rules of what is entered could say; null where there are none. */
const admissionsTo = async (ctx: Context, { kind, transaction }: Situation) => {
  const own = transaction.resource === null ? [] : await rulesOf(ctx, transaction.resource)
  const portal = kind.administrator ? 'ADMIN_PORTAL' : 'USER_PORTAL'
  return resourceRules.admissionsOf(own.length > 0 ? own : await rulesOf(ctx, portal), kind.groups)
}

const walksUnder = async (
  ctx: Context,
  situation: Situation,
  verdict: Admission | null,
): Promise<readonly Walk[]> => {
  const { transaction, account, rules, carried } = situation
  const found: Walk[] = []
  for (const first of firstsOf(situation)) {
    const beginning = { transaction, account, rules, first: first.authenticator }
    const judged = verdict === null ? rules : await engine.rulesBy(ctx, beginning, verdict)
    if (judged.flow.outcome === 'DENY') continue
    const steps = engine.stepsFor(transaction, account, judged)
    const walks = walksFrom(steps, first, { holds: canProve(situation), carried })
    found.push(...walks.map((proofs) => ({ proofs, flow: judged.flow })))
  }
  return found
}

/**
 * Every way to come in as a user: by what they hold, and by what they were given. What the risk of
 * an attacker would be is not relied on: each answer that the rules could give counts.
 */
export const waysInto = async (
  ctx: Context,
  somebody: Somebody,
  { entrance, words }: { readonly entrance: Entrance; readonly words: Pick<Words, 'guesses'> },
): Promise<readonly Way[]> => {
  const situation = await situationOf(ctx, somebody, entrance)
  const { kind, given, account, resets } = situation
  const verdicts = (await admissionsTo(ctx, situation)) ?? [null]
  const sessions = await Promise.all(verdicts.map((verdict) => walksUnder(ctx, situation, verdict)))
  const { application } = entrance
  const walks =
    application === null
      ? sessions.flat()
      : await onIn(ctx, { ...situation, application }, sessions.flat())
  const told = { ...words, kind, given, resets, place: placeOf(situation) }
  const hasPassword = account.hash !== null
  return walks.flatMap((walk) => wayOf(walk, { ...told, hasPassword }))
}
