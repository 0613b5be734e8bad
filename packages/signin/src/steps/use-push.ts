import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FactorDoor, PushStatus } from '../flow/answers.ts'
import { useAction } from '../ui/use-action.ts'

type Ended = Exclude<PushStatus, 'PENDING' | 'APPROVED'>

/** Asks the person’s app, waits for its answer, and goes on with an approval. */
export const usePush = (door: FactorDoor) => {
  const latest = useRef(door)
  useLayoutEffect(() => {
    latest.current = door
  })
  const isGone = useRef(false)
  /** Undefined until the app was asked. */
  const [number, setNumber] = useState<string | null | undefined>(undefined)
  const [ended, setEnded] = useState<Ended | null>(null)
  const { run, isBusy, text } = useAction(async () => {
    setEnded(null)
    setNumber(undefined)
    const { push } = await latest.current.challenge('TOKENPUSH', null)
    setNumber(push?.number ?? null)
    while (!isGone.current) {
      const status = await latest.current.awaitPush()
      if (status === 'PENDING') continue
      if (status === 'APPROVED') await latest.current.prove('TOKENPUSH', {})
      else setEnded(status)
      return
    }
  })
  useEffect(() => {
    isGone.current = false
    void run()
    return () => {
      isGone.current = true
    }
  }, [run])
  const again = useCallback(() => void run(), [run])
  return { number, ended, isBusy, text, again }
}
