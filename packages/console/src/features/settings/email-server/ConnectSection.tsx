import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { completeConnection, saidIn, serverQuery, startConnection } from './email-server.queries.ts'

/** Brings what the provider said, once, and takes it out of the address. */
const useProvidersAnswer = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const brought = useRef<string | null>(null)
  const { mutate, ...completion } = useMutation({
    mutationFn: completeConnection,
    onSettled: () => client.invalidateQueries({ queryKey: serverQuery.queryKey }),
  })
  useEffect(() => {
    const said = saidIn(search)
    if (said === null || brought.current === said.state) return
    brought.current = said.state
    mutate(said)
    void navigate('/settings/email', { replace: true })
  }, [search, navigate, mutate])
  return completion
}

/** Connecting the mail server with OAuth 2: to the provider and back. */
export const ConnectSection = () => {
  const text = useText('settings')
  const completion = useProvidersAnswer()
  const { data } = useQuery(serverQuery)
  const begin = useMutation({
    mutationFn: startConnection,
    onSuccess: ({ url }) => location.assign(url),
  })
  const error = completion.error ?? begin.error
  const failed = completion.data?.state === 'FAILED'
  const isOAuth = data?.authentication === 'OAUTH'
  if (!isOAuth && error === null && !failed) return null
  const isConnected = data?.secretsPresent.includes('refreshToken') ?? false
  const button = (
    <Button onClick={() => begin.mutate()} isPending={begin.isPending}>
      {text(isConnected ? 'settings:email.connect.again' : 'settings:email.connect.action')}
    </Button>
  )
  return (
    <Section
      title={text('settings:email.connect.title')}
      description={text('settings:email.connect.description', {
        uri: `${location.origin}/oauth/callback/emailserver`,
      })}
      actions={isOAuth ? button : undefined}
    >
      <ErrorNotice error={error} />
      {failed && (
        <Notice severity="error">
          {text('settings:email.connect.failed', { reason: completion.data?.reason ?? '' })}
        </Notice>
      )}
      {error === null && !failed && (
        <Notice severity={isConnected ? 'success' : 'info'}>
          {text(isConnected ? 'settings:email.connect.done' : 'settings:email.connect.missing')}
        </Notice>
      )}
    </Section>
  )
}
