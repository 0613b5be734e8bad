import { interactionPolicy, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import internals from 'oidc-provider/lib/helpers/weak_cache.js'
import { organizationPrompt } from '../claims/organizations.ts'
import { isUnknownThere } from '../claims/subjects.ts'
import { accessOf } from './access.ts'
import { isTurnedAway } from './places.ts'

const { base, Check, Prompt } = interactionPolicy

const isAskedToSignIn = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.prompts.has('login') && oidc.promptPending('login')

/** The open session is enough once something more is proven in it. */
const stepUp = () =>
  new Check(
    'step_up',
    'more has to be proven first',
    'interaction_required',
    async (ctx) => {
      if (isAskedToSignIn(ctx)) return Check.NO_NEED_TO_PROMPT
      const access = await accessOf(ctx)
      if (access?.outcome === 'ALLOW') Object.assign(ctx.oidc.session ?? {}, { acr: access.acr })
      return access?.outcome === 'STEP_UP'
    },
    async (ctx) => {
      const access = await accessOf(ctx)
      return access?.outcome === 'STEP_UP' ? { left: access.left } : {}
    },
  )

/** The application is closed to whoever is signed in: they read it before the application hears of it. */
const denied = () =>
  new Prompt(
    { name: 'denied' },
    new Check(
      'denied',
      'access to this application is denied',
      'access_denied',
      async (ctx) => (await accessOf(ctx))?.outcome === 'DENY',
      async (ctx) => ({ decision: (await accessOf(ctx))?.decisionId ?? null }),
    ),
    new Check(
      'too_many_sessions',
      'signed in from as many places as allowed',
      'access_denied',
      isTurnedAway,
    ),
    new Check(
      'no_subject',
      'the user is not known to this application',
      'access_denied',
      isUnknownThere,
    ),
  )

/**
 * Met by signing in: whoever chooses another account, or registers, does so on that page (OpenID
 * Connect Core 1.0, section 3.1.2.1; Initiating User Registration 1.0, section 4).
 */
export const metBySigningIn = ['select_account', 'create'] as const

/** Values of `prompt` beyond those that the specifications name. */
class AnyPrompt extends Set<string> {
  override has(): boolean {
    return true
  }
}

/**
 * A value of `prompt` that nobody knows is ignored: it may be one of a specification to come (OpenID
 * Connect Core 1.0, section 3.1.2.1). The library would refuse the request.
 */
export const ignoreUnknownPrompts = (provider: Provider): void => {
  const { configuration } = internals(provider)
  configuration.prompts = new AnyPrompt(configuration.prompts)
}

/**
 * What has to happen before a code is given: the library's prompts, and what the rules of the
 * application and the classes that it asks for make of the session.
 */
export const accessPolicy = () => {
  const policy = base()
  const login = policy.get('login')
  login?.checks.remove('essential_acr')
  login?.checks.remove('essential_acrs')
  login?.checks.add(stepUp())
  policy.add(denied(), 1)
  policy.add(organizationPrompt(), 2)
  for (const name of metBySigningIn) policy.add(new Prompt({ name, requestable: true }), 0)
  return policy
}
