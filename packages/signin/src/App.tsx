import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Information } from './boot.ts'
import { accountLocked } from './calls/call.ts'
import { loadPart } from './calls/lost-connection.ts'
import { useStore } from './calls/store.ts'
import { readApplication, readSamlDenial } from './flow/application.ts'
import { readMagicLink } from './flow/magic-link.ts'
import { readPassLink } from './flow/pass-link.ts'
import { readSetupLink } from './flow/setup.ts'
import { readSignUpLink } from './flow/sign-up.ts'
import { arrive } from './flow/upstream.ts'
import { reload } from './leave.ts'
import { ErrorPage } from './pages/ErrorPage.tsx'
import { LockedPage } from './pages/LockedPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { SignInPage } from './pages/SignInPage.tsx'
import { needsAuthentication, type Place, placeOf } from './place.ts'
import { useTheme } from './theme/theme-context.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { Frame } from './ui/Frame.tsx'
import { Waiting } from './ui/Waiting.tsx'

const ResetPage = lazy(() => loadPart(() => import('./pages/ResetPage.tsx')))
const SetupPage = lazy(() => loadPart(() => import('./pages/SetupPage.tsx')))
const SignUpPage = lazy(() => loadPart(() => import('./pages/SignUpPage.tsx')))
const ConfirmSignUpPage = lazy(() => loadPart(() => import('./pages/ConfirmSignUpPage.tsx')))
const DeniedPage = lazy(() => loadPart(() => import('./pages/DeniedPage.tsx')))
const ConsentPage = lazy(() => loadPart(() => import('./pages/ConsentPage.tsx')))
const OrganizationPage = lazy(() => loadPart(() => import('./pages/OrganizationPage.tsx')))
const UserCodePage = lazy(() => loadPart(() => import('./pages/UserCodePage.tsx')))
const DeviceOutcomePage = lazy(() => loadPart(() => import('./pages/DeviceOutcomePage.tsx')))
const RequestsPage = lazy(() => loadPart(() => import('./pages/RequestsPage.tsx')))
const RequestOutcomePage = lazy(() => loadPart(() => import('./pages/RequestOutcomePage.tsx')))
const MagicLinkPage = lazy(() => loadPart(() => import('./pages/MagicLinkPage.tsx')))
const PassPage = lazy(() => loadPart(() => import('./pages/PassPage.tsx')))
const UpstreamPage = lazy(() => loadPart(() => import('./pages/UpstreamPage.tsx')))
const LogoutPage = lazy(() => loadPart(() => import('./pages/LogoutPage.tsx')))

/** The page's address as it changes; an address that is not ours is for the boot script to load. */
const usePlace = (): Place => {
  const [place, setPlace] = useState(() => placeOf(location))
  useEffect(() => {
    const follow = (): void => {
      const next = placeOf(location)
      if (next.page === 'notFound') reload()
      else setPlace(next)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const { authenticationAccount } = useTheme()
  return authenticationAccount || !needsAuthentication(place) ? place : notFound
}

/** One object: what pages need is fetched once for a place. */
const notFound: Place = { page: 'notFound' }

const isSamlDenial = (place: Place) => place.page === 'denied' && place.protocol === 'saml'

const applicationOf = (place: Place) => {
  const uid = 'uid' in place && !isSamlDenial(place) ? place.uid : null
  return uid === null ? null : readApplication(uid)
}

const denialOf = (place: Place) =>
  place.page === 'denied' && place.protocol === 'saml' ? readSamlDenial(place.uid) : null

/** Fetched above the boundary that waits for it: what a waiting page remembers is thrown away. */
const useNeeds = (place: Place) => {
  const application = useMemo(() => applicationOf(place), [place])
  const samlDenial = useMemo(() => denialOf(place), [place])
  const link = useMemo(() => (place.page === 'setup' ? readSetupLink(place.token) : null), [place])
  const signUp = useMemo(
    () => (place.page === 'confirmSignUp' ? readSignUpLink(place.token) : null),
    [place],
  )
  const magicLink = useMemo(
    () => (place.page === 'magicLink' ? readMagicLink(place.token) : null),
    [place],
  )
  const passLink = useMemo(() => (place.page === 'pass' ? readPassLink(place) : null), [place])
  const arrival = useMemo(
    () => (place.page === 'upstream' ? arrive(place.returned) : null),
    [place],
  )
  return { application, samlDenial, link, signUp, magicLink, passLink, arrival }
}

interface PageProps extends ReturnType<typeof useNeeds> {
  readonly place: Place
  readonly information: Information
}

interface MailedProps
  extends Pick<ReturnType<typeof useNeeds>, 'signUp' | 'magicLink' | 'passLink'> {
  readonly place: Extract<Place, { readonly page: 'confirmSignUp' | 'magicLink' | 'pass' }>
}

/** What the link of a mail is for; opening it changes nothing. */
const MailedPage = ({ place, signUp, magicLink, passLink }: MailedProps): ReactNode => {
  switch (place.page) {
    case 'confirmSignUp':
      return <ConfirmSignUpPage token={place.token} link={signUp} />
    case 'magicLink':
      return <MagicLinkPage token={place.token} link={magicLink} />
    case 'pass':
      return <PassPage of={place} link={passLink} />
  }
}

type AskedPlace = Extract<
  Place,
  { readonly page: 'userCode' | 'deviceOutcome' | 'requests' | 'requestOutcome' }
>

/** What somebody allows for a device or an application that waits elsewhere. */
const AskedPage = ({ place }: { readonly place: AskedPlace }): ReactNode => {
  switch (place.page) {
    case 'userCode':
      return <UserCodePage code={place.code} />
    case 'deviceOutcome':
      return <DeviceOutcomePage outcome={place.outcome} />
    case 'requests':
      return <RequestsPage />
    case 'requestOutcome':
      return <RequestOutcomePage outcome={place.outcome} />
  }
}

interface BeforePageProps extends Pick<PageProps, 'application' | 'samlDenial'> {
  readonly place: Extract<Place, { readonly page: 'consent' | 'organization' | 'denied' }>
}

/** What somebody who has signed in reads or decides before they go on to an application. */
const BeforePage = ({ place, application, samlDenial }: BeforePageProps): ReactNode => {
  switch (place.page) {
    case 'consent':
      return <ConsentPage uid={place.uid} application={application} />
    case 'organization':
      return <OrganizationPage application={application} />
    case 'denied':
      return <DeniedPage application={application ?? samlDenial} />
  }
}

const Page = ({ place, information, ...needs }: PageProps): ReactNode => {
  const { application, samlDenial, link, arrival } = needs
  switch (place.page) {
    case 'signIn':
      return <SignInPage {...place} information={information} application={application} />
    case 'reset':
      return <ResetPage userId={place.userId} isEnabled={information.passwordResetEnabled} />
    case 'setup':
      return <SetupPage token={place.token} link={link} />
    case 'signUp':
      return (
        <SignUpPage
          isDone={place.isDone}
          address={information.signUpUrl}
          terms={information.signUp}
        />
      )
    case 'confirmSignUp':
    case 'magicLink':
    case 'pass':
      return <MailedPage place={place} {...needs} />
    case 'upstream':
      return <UpstreamPage arrival={arrival} />
    case 'consent':
    case 'organization':
    case 'denied':
      return <BeforePage place={place} application={application} samlDenial={samlDenial} />
    case 'userCode':
    case 'deviceOutcome':
    case 'requests':
    case 'requestOutcome':
      return <AskedPage place={place} />
    case 'logout':
      return <LogoutPage />
    case 'error':
      return <ErrorPage {...place} />
    case 'notFound':
      return <NotFoundPage />
  }
}

export const App = ({ information }: { readonly information: Information }) => {
  const place = usePlace()
  const needs = useNeeds(place)
  const isLocked = useStore(accountLocked)
  return (
    <Frame>
      <ErrorBoundary key={place.page}>
        <Suspense fallback={<Waiting />}>
          {isLocked ? <LockedPage /> : <Page place={place} information={information} {...needs} />}
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}
