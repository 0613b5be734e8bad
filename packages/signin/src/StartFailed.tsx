import { useEffect, useRef } from 'react'
import { isFailure } from './calls/failures.ts'
import { connectionLost } from './calls/lost-connection.ts'
import { useStore } from './calls/store.ts'
import { reload } from './leave.ts'
import { useLanguage } from './texts/language.tsx'
import { Button } from './ui/Button.tsx'

/** Nothing has been typed yet: the page begins anew when the service answers again. */
const useReloadWhenBack = (): void => {
  const isLost = useStore(connectionLost)
  const wasLost = useRef(false)
  useEffect(() => {
    if (!isLost && wasLost.current) reload()
    wasLost.current = isLost
  }, [isLost])
}

/** Before the tenant is known: no connection, or no tenant at this address. */
export const StartFailed = ({ error }: { readonly error: unknown }) => {
  const { say, sayError } = useLanguage()
  useReloadWhenBack()
  const isUnknownHost = isFailure(error, 'hostname_not_found')
  const text = isUnknownHost ? sayError('hostname_not_found') : say('page.offline.text')
  return (
    <div className="page">
      <main className="card">
        <section className="step">
          <h1>{say(isUnknownHost ? 'page.error.notFoundTitle' : 'page.offline.title')}</h1>
          <p className="lead">{text}</p>
          {isUnknownHost ? null : <Button onPress={reload}>{say('page.offline.refresh')}</Button>}
        </section>
      </main>
    </div>
  )
}
