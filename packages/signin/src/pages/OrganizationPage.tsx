import { use } from 'react'
import type { Application } from '../flow/application.ts'
import { goOn } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { ErrorPage } from './ErrorPage.tsx'

interface OrganizationPageProps {
  readonly application: Promise<Application | 'ended'> | null
}

/** Whoever is in several organizations says for which of them they sign in. */
const OrganizationPage = ({ application }: OrganizationPageProps) => {
  const say = useSay()
  const asked = application === null ? null : use(application)
  if (asked === 'ended' || asked === null || asked.organizations === null) {
    return <ErrorPage code="expired" />
  }
  const { applicationName, organizations } = asked
  const { choices, redirect } = organizations
  return (
    <Step
      title={say('organization.title')}
      text={say('organization.text', { application: applicationName })}
    >
      {choices.map(({ id, name }) => (
        <Button key={id} kind="plain" onPress={() => goOn(`${redirect}?organization=${id}`)}>
          {name}
        </Button>
      ))}
    </Step>
  )
}

export default OrganizationPage
