import { Component, type ReactNode } from 'react'
import { Unreachable } from '../calls/failures.ts'
import { reload } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from './Button.tsx'
import { Step } from './Step.tsx'

interface Props {
  readonly children: ReactNode
}
interface Caught {
  readonly error: unknown
  readonly hasFailed: boolean
}

/** A page that could not be shown: without a connection, or by a fault of ours. */
export class ErrorBoundary extends Component<Props, Caught> {
  override state: Caught = { error: null, hasFailed: false }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error, hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <Broken isUnreachable={this.state.error instanceof Unreachable} />
  }
}

const Broken = ({ isUnreachable }: { readonly isUnreachable: boolean }) => {
  const say = useSay()
  return (
    <Step
      title={say(isUnreachable ? 'page.offline.title' : 'page.error.title')}
      text={say(isUnreachable ? 'page.offline.text' : 'page.error.general')}
    >
      <Button onPress={reload}>{say('page.offline.refresh')}</Button>
    </Step>
  )
}
