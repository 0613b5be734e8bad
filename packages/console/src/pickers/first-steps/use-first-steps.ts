import { readOwnAuthenticators } from '@signet/contract/access/self-authenticators'
import { listOidcApplications } from '@signet/contract/applications/oidc-applications'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readEmailState } from '@signet/contract/settings/email-state'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import type { Need } from '@signet/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { onboarding } from '../../lib/onboarding.ts'
import { useStore } from '../../lib/store.ts'
import { useMay, useSession } from '../../session/session-context.tsx'
import { firstSteps, type Standing } from './steps.ts'

const isActive = ({ state }: { readonly state: string }): boolean => state === 'ACTIVE'

interface Asked {
  readonly may: (need: Need) => boolean
  readonly showsAuthenticators: boolean
  readonly signal: AbortSignal
}

const noFactors = { tokens: [], fidoTokens: [] }

/** What is there already; what somebody may not see counts as there. */
const readStanding = async ({ may, showsAuthenticators, signal }: Asked): Promise<Standing> => {
  const [email, theme, own, people, applications] = await Promise.all([
    call(readEmailState, { signal }),
    call(readSubscriber, { signal }),
    showsAuthenticators ? call(readOwnAuthenticators, { signal }) : noFactors,
    may(['USERS', 'VIEW']) ? call(listUsers, { body: { limit: 2 }, signal }) : null,
    may(['APPLICATIONS', 'VIEW']) ? call(listOidcApplications, { signal }) : null,
  ])
  const [app, passkey] = [own.tokens.some(isActive), own.fidoTokens.some(isActive)]
  return {
    mail: typeof email.test?.arrivedAt === 'string',
    brand:
      theme.themeSource !== 'PROVIDER' &&
      (theme.logo !== null || Object.keys(theme.colours).length > 0),
    app,
    passkey,
    secondFactor: app || passkey,
    people: people === null || people.results.length > 1,
    application: applications === null || applications.length > 0,
  }
}

/** The first steps of who administers this tenant, each with whether it is done. */
export const useFirstSteps = ({ isWanted }: { readonly isWanted: boolean }) => {
  const may = useMay()
  const { showAuthenticators: showsAuthenticators } = useSession().facts.selfSettings
  const { flags } = useStore(onboarding)
  const query = useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => readStanding({ may, showsAuthenticators, signal }),
    enabled: isWanted,
  })
  const steps =
    query.data === undefined
      ? []
      : firstSteps({ flags, standing: query.data, may, showsAuthenticators })
  return { query, steps }
}
