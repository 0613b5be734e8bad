import Add from '@mui/icons-material/Add'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import {
  type Certificate,
  certificatesQuery,
  useCertificateChanges,
} from './saml-applications.queries.ts'

type Asked = 'activate' | 'remove'

const Changes = ({ certificate: { id, state } }: { readonly certificate: Certificate }) => {
  const text = useText('resource')
  const { activate, remove } = useCertificateChanges()
  const [asked, setAsked] = useState<Asked | null>(null)
  if (state === 'ACTIVE') return null
  const run = async (): Promise<void> => {
    await (asked === 'activate' ? activate : remove).mutateAsync(id)
    showMessage(text(`resource:saml.certificates.${asked ?? 'remove'}Done`))
  }
  return (
    <Stack direction="row" spacing={1}>
      <Button onClick={() => setAsked('activate')}>
        {text('resource:saml.certificates.activate')}
      </Button>
      <Button onClick={() => setAsked('remove')}>
        {text('resource:saml.certificates.remove')}
      </Button>
      {asked !== null && (
        <ConfirmAction
          title={text(`resource:saml.certificates.${asked}`)}
          confirmLabel={text(`resource:saml.certificates.${asked}`)}
          isDestructive={asked === 'remove'}
          onConfirm={run}
          onClose={() => setAsked(null)}
        >
          {text(`resource:saml.certificates.${asked}Text`)}
        </ConfirmAction>
      )}
    </Stack>
  )
}

const One = ({ certificate }: { readonly certificate: Certificate }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  return (
    <Section
      title={text(`resource:saml.certificates.state.${certificate.state}`)}
      actions={mayEdit ? <Changes certificate={certificate} /> : undefined}
    >
      <Facts
        facts={[
          {
            label: text('resource:saml.certificates.fingerprint'),
            value: certificate.fingerprint,
          },
          { label: text('resource:saml.certificates.until'), value: date(certificate.notAfter) },
          {
            label: text('resource:saml.certificates.pem'),
            value: <pre style={{ margin: 0, overflowX: 'auto' }}>{certificate.certificate}</pre>,
          },
        ]}
      />
    </Section>
  )
}

const NewCertificate = () => {
  const text = useText('resource')
  const { create } = useCertificateChanges()
  const run = async (): Promise<void> => {
    await create.mutateAsync()
    showMessage(text('resource:saml.certificates.created'))
  }
  return (
    <Button
      kind="primary"
      icon={<Add />}
      isPending={create.isPending}
      onClick={() => void run().catch(() => undefined)}
    >
      {text('resource:saml.certificates.create')}
    </Button>
  )
}

/** The certificates by which applications know what this account signs. */
const SamlCertificatesPage = () => {
  const text = useText('resource')
  const query = useQuery(certificatesQuery)
  const hasNext = query.data?.some(({ state }) => state === 'NEXT') ?? true
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  return (
    <DetailsPage
      title={text('common:pages.samlCertificates')}
      detail={text('resource:saml.certificates.detail')}
      actions={mayEdit && !hasNext ? <NewCertificate /> : undefined}
    >
      <QueryView query={query}>
        {(certificates) => (
          <Stack spacing={2}>
            {certificates.map((certificate) => (
              <One key={certificate.id} certificate={certificate} />
            ))}
          </Stack>
        )}
      </QueryView>
    </DetailsPage>
  )
}

export default SamlCertificatesPage
